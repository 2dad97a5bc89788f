CREATE TABLE "run_durations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_durations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task_type" text NOT NULL,
	"tool_version" text NOT NULL,
	"expected" real NOT NULL,
	"seconds" real NOT NULL
);
--> statement-breakpoint
CREATE INDEX "run_durations_tool" ON "run_durations" USING btree ("task_type","tool_version","id");