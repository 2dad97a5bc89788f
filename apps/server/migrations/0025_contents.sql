CREATE TABLE "contents" (
	"sha256" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"state" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "contents_used_at" ON "contents" USING btree ("used_at");