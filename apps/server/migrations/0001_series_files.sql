CREATE TABLE "series_fetches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"accession" text NOT NULL,
	"name" text NOT NULL,
	"path" text NOT NULL,
	"directory_id" integer,
	"size" bigint NOT NULL,
	"file_id" integer,
	"note" text DEFAULT '' NOT NULL,
	"refusal" jsonb,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "series_files" (
	"path" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"loaded" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint,
	"sha256" text,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "series_fetches" ADD CONSTRAINT "series_fetches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_fetches_owner" ON "series_fetches" USING btree ("user_id");