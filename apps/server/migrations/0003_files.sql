CREATE TABLE "file_versions" (
	"file_id" integer NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"file_type" text NOT NULL,
	"requested_type" text,
	"format" text NOT NULL,
	"file_size" bigint NOT NULL,
	"validation_status" text NOT NULL,
	"blob" text NOT NULL,
	"parsed" text,
	"cells" text,
	"facts" jsonb,
	"parser_version" text NOT NULL,
	"fix" text,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_versions_file_id_version_pk" PRIMARY KEY("file_id","version")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"size" bigint NOT NULL,
	"name" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"file_id" integer,
	"refusal" jsonb,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "fix" text;--> statement-breakpoint
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_versions_blob" ON "file_versions" USING btree ("blob");--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("user_id");