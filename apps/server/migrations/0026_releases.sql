CREATE TABLE "releases" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"release" text NOT NULL,
	"files" jsonb NOT NULL,
	"about" jsonb NOT NULL,
	"current" boolean NOT NULL,
	"installed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "releases_kind_name_release_pk" PRIMARY KEY("kind","name","release")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "releases_current" ON "releases" USING btree ("kind","name") WHERE "releases"."current";--> statement-breakpoint
ALTER TABLE "uploads" DROP COLUMN "claimed_until";