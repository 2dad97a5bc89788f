-- Release 1.0.0: what its domains declare in their tables.ts, as drizzle-kit writes it, between what those use and the triggers on them.
-- It has the time of the last migration of 0.1.0, whose databases have all of this already: for them it counts as applied.

-- Names as people order them: 样本2 before 样本10, Chinese by its sound, capital letters beside small ones.
CREATE COLLATION "natural_names" (provider = icu, locale = 'zh-u-kn-true');--> statement-breakpoint
-- An address without what does not change its mailbox: `+…`, and Google's dots and second name.
CREATE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN (
  SELECT CASE WHEN plain ~ '@(gmail|googlemail)\.com$' THEN replace(split_part(plain, '@', 1), '.', '') || '@gmail.com' ELSE plain END
  FROM regexp_replace(lower(email), '^([^+@]+)\+[^@]*@', '\1@') AS plain
);--> statement-breakpoint
-- A name as others are compared with it: without compatible forms (full width), accents and case (İ, ß); then letters of Greek and Cyrillic become the
-- Latin one that they look like, small or large. The commonest of them: Unicode's list of confusable signs (UTS 39) has more.
CREATE FUNCTION name_key(username text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN translate(
  lower(upper(regexp_replace(normalize(username, NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu") COLLATE "und-x-icu"),
  'авекмнорстухѕіјԍԛԝһԁӏѵαβεζηικμνορτυχϲϳɑɡ',
  'abekmhopctyxsijgqwhdlvabezhikmnoptyxcjag'
);--> statement-breakpoint
CREATE TABLE "known_origins" (
	"user_id" integer NOT NULL,
	"origin" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_origins_user_id_origin_pk" PRIMARY KEY("user_id","origin")
);
--> statement-breakpoint
CREATE TABLE "live_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailed_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"agent" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"mailbox" text GENERATED ALWAYS AS (mailbox_of(email)) STORED NOT NULL,
	"username" text,
	"name_key" text GENERATED ALWAYS AS (name_key(username)) STORED,
	"password_hash" text NOT NULL,
	"avatar" text,
	"institution" text,
	"research_field" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"invite_code" text NOT NULL,
	"invited_by" integer,
	"referral_rewarded_at" timestamp with time zone,
	"terms_version" text,
	"deletion_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analyses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analyses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"task_type" text NOT NULL,
	"asked_type" text,
	"tool_version" text NOT NULL,
	"family" text NOT NULL,
	"name" text NOT NULL,
	"data_set" text,
	"starred" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"values" jsonb NOT NULL,
	"inputs" jsonb NOT NULL,
	"input_contents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"styles" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"look" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"warned" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"points" integer NOT NULL,
	"example" boolean NOT NULL,
	"published" text,
	"fingerprint" text,
	"memory_mib" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"queue_job" text,
	"worker" integer,
	"early" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" jsonb,
	"headline" text,
	"error_code" text,
	"error_field" text,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analysis_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analysis_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"analysis_id" integer NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	"level" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analysis_shares" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analysis_shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"analysis_id" integer NOT NULL,
	"hash" text NOT NULL,
	"recipient" text NOT NULL,
	"bundle" boolean NOT NULL,
	"file_names" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "figure_themes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"themes" jsonb NOT NULL,
	"look" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "renderings" (
	"analysis_id" integer NOT NULL,
	"key" text NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "renderings_analysis_id_key_pk" PRIMARY KEY("analysis_id","key")
);
--> statement-breakpoint
CREATE TABLE "run_durations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_durations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task_type" text NOT NULL,
	"tool_version" text NOT NULL,
	"expected" real NOT NULL,
	"seconds" real NOT NULL
);
--> statement-breakpoint
CREATE TABLE "style_variants" (
	"analysis_id" integer NOT NULL,
	"hash" text NOT NULL,
	"figure" text NOT NULL,
	"style" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "style_variants_analysis_id_hash_pk" PRIMARY KEY("analysis_id","hash")
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"finished_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"code" text PRIMARY KEY NOT NULL,
	"plan_id" text NOT NULL,
	"batch" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"redeemed_by" integer,
	"redeemed_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "points_ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "points_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"change" integer NOT NULL,
	"balance" integer NOT NULL,
	"reason" text NOT NULL,
	"analysis_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redeem_failures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "redeem_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"user_type" text DEFAULT 'new' NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	"plan_id" text,
	"has_used_trial_card" boolean DEFAULT false NOT NULL,
	CONSTRAINT "subscriptions_points_not_negative" CHECK ("subscriptions"."points" >= 0)
);
--> statement-breakpoint
CREATE TABLE "cohort_downloads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cohort_downloads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"file" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_boards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "figure_boards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "directories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"parent_id" integer,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
	"parsed_bytes" bigint,
	"cells_bytes" bigint,
	"facts" jsonb,
	"parser_version" text NOT NULL,
	"fix" text,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_versions_file_id_version_pk" PRIMARY KEY("file_id","version")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"directory_id" integer,
	"name" text NOT NULL,
	"file_type" text NOT NULL,
	"requested_type" text,
	"format" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"file_size" bigint NOT NULL,
	"validation_status" text NOT NULL,
	"blob" text NOT NULL,
	"parsed" text,
	"cells" text,
	"parsed_bytes" bigint,
	"cells_bytes" bigint,
	"facts" jsonb,
	"parser_version" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"fix" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
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
CREATE TABLE "contents" (
	"sha256" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"state" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_origins" ADD CONSTRAINT "known_origins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_tokens" ADD CONSTRAINT "live_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD CONSTRAINT "mailed_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_logs" ADD CONSTRAINT "analysis_logs_analysis_id_analyses_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analyses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_shares" ADD CONSTRAINT "analysis_shares_analysis_id_analyses_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analyses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "figure_themes" ADD CONSTRAINT "figure_themes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renderings" ADD CONSTRAINT "renderings_analysis_id_analyses_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analyses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "style_variants" ADD CONSTRAINT "style_variants_analysis_id_analyses_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analyses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_redeemed_by_users_id_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_ledger" ADD CONSTRAINT "points_ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redeem_failures" ADD CONSTRAINT "redeem_failures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_downloads" ADD CONSTRAINT "cohort_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "figure_boards" ADD CONSTRAINT "figure_boards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directories" ADD CONSTRAINT "directories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directories" ADD CONSTRAINT "directories_parent_id_directories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."directories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_origins_seen" ON "known_origins" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "live_tokens_expiry" ON "live_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mailed_tokens_user" ON "mailed_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "mailed_tokens_expiry" ON "mailed_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_seen" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "users_mailbox" ON "users" USING btree ("mailbox");--> statement-breakpoint
CREATE INDEX "users_name_key" ON "users" USING btree ("name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "users_invite_code" ON "users" USING btree ("invite_code");--> statement-breakpoint
CREATE INDEX "analyses_list" ON "analyses" USING btree ("user_id","task_type","id");--> statement-breakpoint
CREATE INDEX "analyses_status" ON "analyses" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "analyses_fingerprint" ON "analyses" USING btree ("user_id","fingerprint");--> statement-breakpoint
CREATE INDEX "analysis_logs_analysis" ON "analysis_logs" USING btree ("analysis_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "analysis_shares_hash" ON "analysis_shares" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "analysis_shares_analysis" ON "analysis_shares" USING btree ("analysis_id");--> statement-breakpoint
CREATE INDEX "run_durations_tool" ON "run_durations" USING btree ("task_type","tool_version","id");--> statement-breakpoint
CREATE INDEX "cards_batch" ON "cards" USING btree ("batch");--> statement-breakpoint
CREATE INDEX "points_ledger_user" ON "points_ledger" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "points_ledger_charge" ON "points_ledger" USING btree ("analysis_id") WHERE "points_ledger"."kind" = 'charge';--> statement-breakpoint
CREATE UNIQUE INDEX "points_ledger_refund" ON "points_ledger" USING btree ("analysis_id") WHERE "points_ledger"."kind" = 'refund';--> statement-breakpoint
CREATE INDEX "redeem_failures_user" ON "redeem_failures" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "cohort_downloads_user" ON "cohort_downloads" USING btree ("user_id","file");--> statement-breakpoint
CREATE INDEX "figure_boards_list" ON "figure_boards" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "directories_parent" ON "directories" USING btree ("user_id","parent_id");--> statement-breakpoint
CREATE INDEX "file_versions_blob" ON "file_versions" USING btree ("blob");--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("user_id","directory_id");--> statement-breakpoint
CREATE INDEX "files_blob" ON "files" USING btree ("blob");--> statement-breakpoint
CREATE INDEX "files_pending" ON "files" USING btree ("id") WHERE "files"."validation_status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "files_example" ON "files" USING btree ("blob","requested_type","parser_version") WHERE "files"."user_id" IS NULL;--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "releases_current" ON "releases" USING btree ("kind","name") WHERE "releases"."current";--> statement-breakpoint
CREATE INDEX "contents_used_at" ON "contents" USING btree ("used_at");--> statement-breakpoint
-- Every process keeps answers for some seconds. Whoever writes what they are made from, with whatever program, the database tells all processes
-- when the write commits; several writes of one transaction that change the same are told once.
CREATE FUNCTION "tell_change"(owner integer, VARIADIC subjects text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('live', json_build_object('user_id', owner, 'kind', 'changed', 'subjects', subjects)::text) WHERE owner IS NOT NULL;
$$;--> statement-breakpoint
CREATE FUNCTION "tell_analysis"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM tell_change(OLD.user_id, 'analyses', 'analysis/' || OLD.id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM tell_change(NEW.user_id, 'analyses', 'analysis/' || NEW.id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- With their analysis they go without a word of their own.
CREATE FUNCTION "tell_rendering"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of integer;
BEGIN
  IF TG_OP = 'DELETE' THEN
    of := OLD.analysis_id;
  ELSE
    of := NEW.analysis_id;
  END IF;
  PERFORM tell_change(a.user_id, 'analysis/' || a.id) FROM analyses a WHERE a.id = of;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "tell_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM tell_change(OLD.user_id, 'files');
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM tell_change(NEW.user_id, 'files');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "analyses_told" AFTER INSERT OR UPDATE OR DELETE ON "analyses" FOR EACH ROW EXECUTE FUNCTION "tell_analysis"();--> statement-breakpoint
CREATE TRIGGER "renderings_told" AFTER INSERT OR UPDATE OR DELETE ON "renderings" FOR EACH ROW EXECUTE FUNCTION "tell_rendering"();--> statement-breakpoint
CREATE TRIGGER "files_told" AFTER INSERT OR UPDATE OR DELETE ON "files" FOR EACH ROW EXECUTE FUNCTION "tell_file"();--> statement-breakpoint
-- What every page tells of its user, plan and points is kept too.
CREATE FUNCTION "tell_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change(CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END, 'account');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "tell_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change(CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END, 'account');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_told" AFTER UPDATE OR DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "tell_account"();--> statement-breakpoint
CREATE TRIGGER "subscriptions_told" AFTER INSERT OR UPDATE OR DELETE ON "subscriptions" FOR EACH ROW EXECUTE FUNCTION "tell_subscription"();--> statement-breakpoint
-- The look of a user's figures stands in what is told of each of their results: all of it is told anew.
CREATE FUNCTION "tell_figure_look"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change(CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END, 'everything');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "figure_themes_told" AFTER INSERT OR UPDATE OR DELETE ON "figure_themes" FOR EACH ROW EXECUTE FUNCTION "tell_figure_look"();
