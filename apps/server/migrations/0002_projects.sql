CREATE TABLE "project_reruns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_reruns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"steps" jsonb NOT NULL,
	"stopped" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "project_id" integer;--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "replaces" integer;--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "rerun_id" integer;--> statement-breakpoint
ALTER TABLE "figure_boards" ADD COLUMN "project_id" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "project_id" integer;--> statement-breakpoint
ALTER TABLE "project_reruns" ADD CONSTRAINT "project_reruns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_reruns" ADD CONSTRAINT "project_reruns_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_reruns_project" ON "project_reruns" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "project_reruns_user" ON "project_reruns" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "projects_list" ON "projects" USING btree ("user_id","id");--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_replaces_analyses_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."analyses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_rerun_id_project_reruns_id_fk" FOREIGN KEY ("rerun_id") REFERENCES "public"."project_reruns"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "figure_boards" ADD CONSTRAINT "figure_boards_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analyses_project" ON "analyses" USING btree ("project_id") WHERE "analyses"."project_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "analyses_replaces" ON "analyses" USING btree ("replaces") WHERE "analyses"."replaces" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "analyses_rerun" ON "analyses" USING btree ("rerun_id") WHERE "analyses"."rerun_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "figure_boards_project" ON "figure_boards" USING btree ("project_id") WHERE "figure_boards"."project_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "files_project" ON "files" USING btree ("project_id") WHERE "files"."project_id" IS NOT NULL;