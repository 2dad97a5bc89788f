CREATE TABLE "gene_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gene_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"gene" text NOT NULL,
	"cohort" jsonb NOT NULL,
	"steps" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "report_id" integer;--> statement-breakpoint
ALTER TABLE "gene_reports" ADD CONSTRAINT "gene_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gene_reports" ADD CONSTRAINT "gene_reports_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gene_reports_user" ON "gene_reports" USING btree ("user_id","gene");--> statement-breakpoint
CREATE INDEX "gene_reports_project" ON "gene_reports" USING btree ("project_id");--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_report_id_gene_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."gene_reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analyses_report" ON "analyses" USING btree ("report_id") WHERE "analyses"."report_id" IS NOT NULL;