CREATE TABLE "pilot_sizes" (
	"name" text PRIMARY KEY NOT NULL,
	"memory_mib" integer NOT NULL,
	"said_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"number" integer PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pilot" text,
	"memory_mib" integer NOT NULL,
	"tasks" integer NOT NULL,
	"draining" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "memory_mib" integer DEFAULT 0 NOT NULL;