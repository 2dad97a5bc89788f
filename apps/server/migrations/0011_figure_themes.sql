CREATE TABLE "figure_themes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"themes" jsonb NOT NULL,
	"default_name" text,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "figure_themes" ADD CONSTRAINT "figure_themes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;