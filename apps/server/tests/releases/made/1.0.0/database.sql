-- Made by npm run release-data.
--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: drizzle; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA drizzle;


--
-- Name: public; Type: SCHEMA; Schema: -; Owner: -
--

-- *not* creating schema, since initdb creates it


--
-- Name: queue; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA queue;


--
-- Name: natural_names; Type: COLLATION; Schema: public; Owner: -
--

CREATE COLLATION public.natural_names (provider = icu, locale = 'zh-u-kn-true');


--
-- Name: job_state; Type: TYPE; Schema: queue; Owner: -
--

CREATE TYPE queue.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);


--
-- Name: mailbox_of(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mailbox_of(email text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (SELECT CASE WHEN (plain.plain ~ '@(gmail|googlemail)\.com$'::text) THEN (replace(split_part(plain.plain, '@'::text, 1), '.'::text, ''::text) || '@gmail.com'::text) ELSE plain.plain END AS plain FROM regexp_replace(lower(mailbox_of.email), '^([^+@]+)\+[^@]*@'::text, '\1@'::text) plain(plain));


--
-- Name: name_key(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.name_key(username text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN translate(lower((upper((regexp_replace(NORMALIZE(username, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text) COLLATE "und-x-icu")) COLLATE "und-x-icu")), 'авекмнорстухѕіјԍԛԝһԁӏѵαβεζηικμνορτυχϲϳɑɡ'::text, 'abekmhopctyxsijgqwhdlvabezhikmnoptyxcjag'::text);


--
-- Name: tell_account(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM tell_change(CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END, 'account');
  RETURN NULL;
END $$;


--
-- Name: tell_analysis(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_analysis() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM tell_change(OLD.user_id, 'analyses', 'analysis/' || OLD.id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM tell_change(NEW.user_id, 'analyses', 'analysis/' || NEW.id);
  END IF;
  RETURN NULL;
END $$;


--
-- Name: tell_change(integer, text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_change(owner integer, VARIADIC subjects text[]) RETURNS void
    LANGUAGE sql
    AS $$
  SELECT pg_notify('live', json_build_object('user_id', owner, 'kind', 'changed', 'subjects', subjects)::text) WHERE owner IS NOT NULL;
$$;


--
-- Name: tell_figure_look(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_figure_look() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM tell_change(CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END, 'everything');
  RETURN NULL;
END $$;


--
-- Name: tell_file(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_file() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM tell_change(OLD.user_id, 'files');
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM tell_change(NEW.user_id, 'files');
  END IF;
  RETURN NULL;
END $$;


--
-- Name: tell_rendering(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_rendering() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
END $$;


--
-- Name: tell_subscription(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_subscription() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM tell_change(CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END, 'account');
  RETURN NULL;
END $$;


--
-- Name: create_queue(text, jsonb); Type: FUNCTION; Schema: queue; Owner: -
--

CREATE FUNCTION queue.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
        INSERT INTO queue.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          queue.job_now(),
          queue.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE queue.%I (LIKE queue.job INCLUDING DEFAULTS)', tablename);

      EXECUTE queue.job_table_format($cmd$ALTER TABLE queue.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE queue.job_table_format($cmd$ALTER TABLE queue.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE queue.job_table_format($cmd$ALTER TABLE queue.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);

      EXECUTE queue.job_table_format($cmd$CREATE INDEX job_i11 ON queue.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON queue.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE queue.job_table_format($cmd$CREATE INDEX job_i7 ON queue.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE queue.job_table_format($cmd$CREATE INDEX job_i9 ON queue.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE queue.job_table_format($cmd$CREATE INDEX job_i12 ON queue.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);

      IF options->>'policy' = 'short' THEN
        EXECUTE queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON queue.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON queue.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON queue.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON queue.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON queue.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE queue.job_table_format($cmd$CREATE INDEX job_i10 ON queue.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE queue.job_table_format($cmd$ALTER TABLE queue.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;

      EXECUTE format('ALTER TABLE queue.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE queue.job ATTACH PARTITION queue.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;


--
-- Name: delete_queue(text); Type: FUNCTION; Schema: queue; Owner: -
--

CREATE FUNCTION queue.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN
      
      SELECT table_name, partition
      FROM queue.queue
      WHERE name = queue_name
      INTO v_table, v_partition;

      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS queue.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM queue.%I WHERE name = %L', v_table, queue_name);
      END IF;
    
      DELETE FROM queue.queue WHERE name = queue_name;
    END;
    $$;


--
-- Name: job_now(); Type: FUNCTION; Schema: queue; Owner: -
--

CREATE FUNCTION queue.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;


--
-- Name: job_table_format(text, text); Type: FUNCTION; Schema: queue; Owner: -
--

CREATE FUNCTION queue.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;


--
-- Name: job_table_run(text, text, text); Type: FUNCTION; Schema: queue; Owner: -
--

CREATE FUNCTION queue.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM queue.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        EXECUTE queue.job_table_format(command, tbl_name);
        RETURN;
      END IF;

      EXECUTE queue.job_table_format(command, 'job_common');

      FOR tbl IN SELECT table_name FROM queue.queue WHERE partition = true
      LOOP
        EXECUTE queue.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;


--
-- Name: job_table_run_async(text, integer, text, text, text); Type: FUNCTION; Schema: queue; Owner: -
--

CREATE FUNCTION queue.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM queue.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        INSERT INTO queue.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          queue.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;

      INSERT INTO queue.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        queue.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        queue.job_table_format(command, queue.table_name)
      FROM queue.queue
      WHERE partition = true;
    END;
    $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: __drizzle_migrations; Type: TABLE; Schema: drizzle; Owner: -
--

CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);


--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE; Schema: drizzle; Owner: -
--

CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE OWNED BY; Schema: drizzle; Owner: -
--

ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;


--
-- Name: analyses; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.analyses (
    id integer NOT NULL,
    user_id integer NOT NULL,
    task_type text NOT NULL,
    asked_type text,
    tool_version text NOT NULL,
    family text NOT NULL,
    name text NOT NULL,
    data_set text,
    starred boolean DEFAULT false NOT NULL,
    status text NOT NULL,
    progress real DEFAULT 0 NOT NULL,
    steps jsonb DEFAULT '[]'::jsonb NOT NULL,
    "values" jsonb NOT NULL,
    inputs jsonb NOT NULL,
    input_contents jsonb DEFAULT '[]'::jsonb NOT NULL,
    styles jsonb DEFAULT '{}'::jsonb NOT NULL,
    look jsonb DEFAULT '{}'::jsonb NOT NULL,
    warned jsonb DEFAULT '[]'::jsonb NOT NULL,
    points integer NOT NULL,
    example boolean NOT NULL,
    published text,
    fingerprint text,
    memory_mib integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    queue_job text,
    worker integer,
    early jsonb DEFAULT '[]'::jsonb NOT NULL,
    result jsonb,
    headline text,
    error_code text,
    error_field text,
    error_message text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: analyses_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.analyses ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.analyses_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: analysis_logs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.analysis_logs (
    id bigint NOT NULL,
    analysis_id integer NOT NULL,
    "time" timestamp with time zone DEFAULT now() NOT NULL,
    level text NOT NULL,
    text text NOT NULL
);


--
-- Name: analysis_logs_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.analysis_logs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.analysis_logs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: analysis_shares; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.analysis_shares (
    id integer NOT NULL,
    analysis_id integer NOT NULL,
    hash text NOT NULL,
    recipient text NOT NULL,
    bundle boolean NOT NULL,
    file_names boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone
);


--
-- Name: analysis_shares_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.analysis_shares ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.analysis_shares_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: backups; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.backups (
    id integer NOT NULL,
    name text NOT NULL,
    bytes bigint NOT NULL,
    finished_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: backups_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.backups ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.backups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: cards; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.cards (
    code text NOT NULL,
    plan_id text NOT NULL,
    batch text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    redeemed_by integer,
    redeemed_at timestamp with time zone,
    revoked_at timestamp with time zone
);


--
-- Name: cohort_downloads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.cohort_downloads (
    id integer NOT NULL,
    user_id integer NOT NULL,
    file text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: cohort_downloads_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.cohort_downloads ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.cohort_downloads_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: contents; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.contents (
    sha256 text NOT NULL,
    size bigint NOT NULL,
    state text NOT NULL,
    used_at timestamp with time zone NOT NULL
);


--
-- Name: directories; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.directories (
    id integer NOT NULL,
    user_id integer NOT NULL,
    parent_id integer,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: directories_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.directories ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.directories_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: figure_boards; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.figure_boards (
    id integer NOT NULL,
    user_id integer NOT NULL,
    name text NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    content jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: figure_boards_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.figure_boards ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.figure_boards_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: figure_themes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.figure_themes (
    user_id integer NOT NULL,
    themes jsonb NOT NULL,
    look jsonb DEFAULT '{}'::jsonb NOT NULL,
    changed_at timestamp with time zone NOT NULL
);


--
-- Name: file_versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.file_versions (
    file_id integer NOT NULL,
    version integer NOT NULL,
    name text NOT NULL,
    file_type text NOT NULL,
    requested_type text,
    format text NOT NULL,
    file_size bigint NOT NULL,
    validation_status text NOT NULL,
    blob text NOT NULL,
    parsed text,
    cells text,
    parsed_bytes bigint,
    cells_bytes bigint,
    facts jsonb,
    parser_version text NOT NULL,
    fix text,
    replaced_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: files; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.files (
    id integer NOT NULL,
    user_id integer,
    directory_id integer,
    name text NOT NULL,
    file_type text NOT NULL,
    requested_type text,
    format text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    file_size bigint NOT NULL,
    validation_status text NOT NULL,
    blob text NOT NULL,
    parsed text,
    cells text,
    parsed_bytes bigint,
    cells_bytes bigint,
    facts jsonb,
    parser_version text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    claimed_until timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    fix text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: files_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.files ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.files_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: known_origins; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.known_origins (
    user_id integer NOT NULL,
    origin text NOT NULL,
    seen_at timestamp with time zone NOT NULL
);


--
-- Name: live_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.live_tokens (
    hash text NOT NULL,
    user_id integer NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: mailed_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mailed_tokens (
    hash text NOT NULL,
    user_id integer NOT NULL,
    purpose text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: pilot_sizes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.pilot_sizes (
    name text NOT NULL,
    memory_mib integer NOT NULL,
    said_at timestamp with time zone NOT NULL
);


--
-- Name: points_ledger; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.points_ledger (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    kind text NOT NULL,
    change integer NOT NULL,
    balance integer NOT NULL,
    reason text NOT NULL,
    analysis_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: points_ledger_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.points_ledger ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.points_ledger_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: rate_limits; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.rate_limits (
    key text NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);


--
-- Name: redeem_failures; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.redeem_failures (
    id integer NOT NULL,
    user_id integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: redeem_failures_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.redeem_failures ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.redeem_failures_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: releases; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.releases (
    kind text NOT NULL,
    name text NOT NULL,
    release text NOT NULL,
    files jsonb NOT NULL,
    about jsonb NOT NULL,
    current boolean NOT NULL,
    installed_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: renderings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.renderings (
    analysis_id integer NOT NULL,
    key text NOT NULL,
    sha256 text NOT NULL,
    size bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: run_durations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.run_durations (
    id bigint NOT NULL,
    task_type text NOT NULL,
    tool_version text NOT NULL,
    expected real NOT NULL,
    seconds real NOT NULL
);


--
-- Name: run_durations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.run_durations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.run_durations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    id uuid NOT NULL,
    user_id integer NOT NULL,
    agent text NOT NULL,
    address text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: style_variants; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.style_variants (
    analysis_id integer NOT NULL,
    hash text NOT NULL,
    figure text NOT NULL,
    style jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: subscriptions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.subscriptions (
    user_id integer NOT NULL,
    user_type text DEFAULT 'new'::text NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone,
    plan_id text,
    has_used_trial_card boolean DEFAULT false NOT NULL,
    CONSTRAINT subscriptions_points_not_negative CHECK ((points >= 0))
);


--
-- Name: uploads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.uploads (
    id uuid NOT NULL,
    user_id integer NOT NULL,
    size bigint NOT NULL,
    name text NOT NULL,
    metadata jsonb NOT NULL,
    file_id integer,
    refusal jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone
);


--
-- Name: users; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.users (
    id integer NOT NULL,
    email text NOT NULL,
    mailbox text GENERATED ALWAYS AS (public.mailbox_of(email)) STORED NOT NULL,
    username text,
    name_key text GENERATED ALWAYS AS (public.name_key(username)) STORED,
    password_hash text NOT NULL,
    avatar text,
    institution text,
    research_field text,
    email_verified boolean DEFAULT false NOT NULL,
    invite_code text NOT NULL,
    invited_by integer,
    referral_rewarded_at timestamp with time zone,
    terms_version text,
    deletion_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: users_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: workers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.workers (
    number integer NOT NULL,
    host text NOT NULL,
    pilot text,
    memory_mib integer NOT NULL,
    tasks integer NOT NULL,
    draining boolean DEFAULT false NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: bam; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);


--
-- Name: job; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state queue.job_state DEFAULT 'created'::queue.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);


--
-- Name: job_common; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state queue.job_state DEFAULT 'created'::queue.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);


--
-- Name: job_dependency; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);


--
-- Name: queue; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);


--
-- Name: queue_stats; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);


--
-- Name: queue_stats_20261128; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.queue_stats_20261128 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: queue_stats_20261129; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.queue_stats_20261129 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: schedule; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);


--
-- Name: subscription; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: version; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);


--
-- Name: warning; Type: TABLE; Schema: queue; Owner: -
--

CREATE TABLE queue.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: job_common; Type: TABLE ATTACH; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.job ATTACH PARTITION queue.job_common DEFAULT;


--
-- Name: queue_stats_20261128; Type: TABLE ATTACH; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.queue_stats ATTACH PARTITION queue.queue_stats_20261128 FOR VALUES FROM ('2026-11-28 00:00:00+00') TO ('2026-11-29 00:00:00+00');


--
-- Name: queue_stats_20261129; Type: TABLE ATTACH; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.queue_stats ATTACH PARTITION queue.queue_stats_20261129 FOR VALUES FROM ('2026-11-29 00:00:00+00') TO ('2026-11-30 00:00:00+00');


--
-- Name: __drizzle_migrations id; Type: DEFAULT; Schema: drizzle; Owner: -
--

ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);


--
-- Data for Name: __drizzle_migrations; Type: TABLE DATA; Schema: drizzle; Owner: -
--

INSERT INTO drizzle.__drizzle_migrations VALUES (1, '5aa173bd7ecdb659db4842d77946a18e5e91cd28222f72aa8227549cb31f38d8', 1795814971109);


--
-- Data for Name: analyses; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.analyses OVERRIDING SYSTEM VALUE VALUES (1, 1, 'kaplan_meier', NULL, '1.2.0', 'plotting', '随访 · group · KM 曲线', '随访', false, 'completed', 1, '[{"at": "2026-11-28T10:52:50.266Z", "name": "读入随访和分组"}, {"at": "2026-11-28T10:52:50.342Z", "name": "估计曲线和检验"}, {"at": "2026-11-28T10:52:50.729Z", "name": "整理结果"}]', '{"conf_int": false, "time_unit": "day", "risk_table": true, "cutoff_value": 0, "group_column": "group", "status_event": "auto", "cutoff_method": "auto", "pAdjustMethod": "BH", "reference_group": ""}', '[{"blob": "c66f2a0f4b3af47ed9d3911487715aca96fce90e9957fd20643a29c50d243968", "name": "随访.tsv", "rows": 40, "type": "table", "bytes": 1132, "field": "survival_data", "input": "survival", "format": "json", "sha256": "c66f2a0f4b3af47ed9d3911487715aca96fce90e9957fd20643a29c50d243968", "columns": 4, "request": {"id": 1, "from": "file"}}]', '[{"size": 1132, "sha256": "c66f2a0f4b3af47ed9d3911487715aca96fce90e9957fd20643a29c50d243968"}]', '{"km": {"plot_title": "两组的生存"}}', '{}', '[]', 2, false, NULL, 'e1cc53ab5d5888a3b0693ee7ade322288961d9c70e91ea27d900d8dede6adf17', 201, 1, '01f61cd1-d843-40d4-bf17-75683e66df0c', 500453576, '[]', '{"seed": 20260101, "facts": {"p": 0.000494515816682243, "hr": 0.216428530822087, "two": true, "data": "随访.tsv", "ph_p": 0.104558745953739, "turn": null, "other": "治疗", "total": 40, "events": 32, "hr_low": 0.0853713874783009, "late_p": null, "p_name": "Log-rank P", "parted": false, "peto_p": null, "early_p": null, "grouped": true, "hr_high": 0.5486769084749, "late_hr": null, "pairs_n": 0, "several": false, "changing": false, "cut_word": "", "early_hr": null, "excluded": 0, "few_time": 470, "groups_n": 2, "hr_apart": false, "middle_n": null, "patients": 40, "searched": false, "weighted": false, "few_group": "对照", "follow_up": 1460, "other_low": 740, "reference": "对照", "unit_word": "天", "correction": "BH ", "cutoff_low": null, "group_word": "group", "hr_unknown": false, "other_high": null, "cut_english": null, "cutoff_high": null, "pairs_found": 0, "significant": true, "hr_eventless": false, "other_median": 980, "unit_english": "days", "reference_low": 310, "reference_high": 750, "reference_median": 510}, "tables": [{"id": "groups", "rows": 2, "bytes": 81, "sha256": "8fe214485ba3c4cdb9a7c2d30b5c3e6de20ec32f463ac106a86997e53e0d9c71", "columns": ["group", "n", "events", "median", "lower", "upper"]}, {"id": "tests", "rows": 2, "bytes": 142, "sha256": "f3ab8091b5668b0e20b0b5a30c5b2c711392820612c7d479a2c6221374425c14", "columns": ["test", "chisq", "df", "p"]}, {"id": "ratios", "rows": 1, "bytes": 130, "sha256": "61b23a21df341c864080c1f854360dba220d13149277ed52d8732b80a9bc4c8c", "columns": ["group", "reference", "hr", "lower", "upper", "p", "test"]}, {"id": "pairs", "rows": 0, "bytes": 29, "sha256": "f859486b1efde70141efc72babd7c7720b90ea6e45dccf97d1f762d21d5beeeb", "columns": ["group_1", "group_2", "chisq", "p", "padj"]}, {"id": "rates", "rows": 3, "bytes": 217, "sha256": "20b83cb982d49c91413b80bdb74497279d5899316dfeede374590d8fdf0afca0", "columns": ["group", "years", "n_risk", "surv", "lower", "upper"]}, {"id": "flow", "rows": 2, "bytes": 51, "sha256": "5d6a945c77893212dd4222a8b5e8516ef11388dbc9cac2fda90d9480d9685da9", "columns": ["step", "n"]}, {"id": "patients", "rows": 40, "bytes": 988, "sha256": "70261d0f011d78f46bf19278c18018598422c42f515ec508f49c4424c1212c63", "columns": ["sample", "time", "status", "value", "group"]}, {"id": "curve", "rows": 42, "bytes": 2660, "sha256": "2c43663ff6cdd75fcfc8d92644a0bdd632377904e298593e0a57ae81ac94b57a", "columns": ["group", "time", "surv", "lower", "upper", "n_risk", "n_event", "n_censor"]}, {"id": "risk", "rows": 8, "bytes": 120, "sha256": "d9d2e5a93b9c0d04438b9fdf52937595180b4e39d9c56234533e05a65042e50d", "columns": ["group", "time", "n"]}], "seconds": {"read": 0.016, "write": 0.0640000000000001, "analyse": 0.497}, "findings": [{"code": "few_at_risk", "level": "note", "message": "「对照」从 470 天起仍在随访的不足 10 例，之后的曲线每一步都很大，不宜解释"}], "versions": {"R": "4.2.2", "maxstat": "0.7.25", "survival": "3.5.3"}, "rowSubject": "gene"}', '40 例 · 2 组 · Log-rank P 4.9e−4 · HR 0.22', NULL, NULL, NULL, '2026-11-28 10:52:49.950013+00', '2026-11-28 10:52:50.167+00', '2026-11-28 10:52:51.118+00', '2026-11-28 10:52:51.447+00');


--
-- Data for Name: analysis_logs; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: analysis_shares; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.analysis_shares OVERRIDING SYSTEM VALUE VALUES (1, 1, '7c544326cced6214a8a82555a94507b4568fb27cfaa4702f98679a4bbdbe4f36', '', true, false, '2026-11-28 10:52:51.703983+00', NULL);


--
-- Data for Name: backups; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: cards; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: cohort_downloads; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: contents; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: directories; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: figure_boards; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.figure_boards OVERRIDING SYSTEM VALUE VALUES (1, 1, '图 1', 2, '{"font": {"size": 7, "family": "Arial"}, "grid": 2, "page": {"width": 174, "height": 120, "margin": 0}, "align": true, "panels": [{"x": 0, "y": 0, "key": "f225149049", "title": "两组的生存", "width": 85, "figure": "km", "height": 68, "analysis_id": 1}], "titles": true, "letters": {"bold": true, "size": 9, "place": "above", "style": "A"}, "captions": {"en": null, "zh": null}, "language": "own"}', '2026-11-28 10:52:51.941058+00', '2026-11-28 10:52:52.25+00');


--
-- Data for Name: figure_themes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.figure_themes VALUES (1, '[]', '{"font_family": "Arial"}', '2026-11-28 10:52:51.599+00');


--
-- Data for Name: file_versions; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: files; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.files OVERRIDING SYSTEM VALUE VALUES (1, 1, NULL, '随访.tsv', 'survival', NULL, 'text', '', 701, 'valid', '4ec0b8ae675590a155c147d622ef8ba0dcf0e57f05849d7603bfefb55ff1f940', '381145b607c7bce79c0e4be4f51077ccca53f52e76da346e076513a6e79b21e7', '89dc512b1581e36d2ead3b06ee3749151822b9a0b2b394d44ed6720945c22412', 2075, 1133, '{"table": {"rows": 40, "columns": [{"name": "sample", "type": "text", "levels": [{"count": 1, "value": "P1"}, {"count": 1, "value": "P10"}, {"count": 1, "value": "P11"}, {"count": 1, "value": "P12"}, {"count": 1, "value": "P13"}, {"count": 1, "value": "P14"}, {"count": 1, "value": "P15"}, {"count": 1, "value": "P16"}, {"count": 1, "value": "P17"}, {"count": 1, "value": "P18"}, {"count": 1, "value": "P19"}, {"count": 1, "value": "P2"}, {"count": 1, "value": "P20"}, {"count": 1, "value": "P21"}, {"count": 1, "value": "P22"}, {"count": 1, "value": "P23"}, {"count": 1, "value": "P24"}, {"count": 1, "value": "P25"}, {"count": 1, "value": "P26"}, {"count": 1, "value": "P27"}, {"count": 1, "value": "P28"}, {"count": 1, "value": "P29"}, {"count": 1, "value": "P3"}, {"count": 1, "value": "P30"}, {"count": 1, "value": "P31"}, {"count": 1, "value": "P32"}, {"count": 1, "value": "P33"}, {"count": 1, "value": "P34"}, {"count": 1, "value": "P35"}, {"count": 1, "value": "P36"}, {"count": 1, "value": "P37"}, {"count": 1, "value": "P38"}, {"count": 1, "value": "P39"}, {"count": 1, "value": "P4"}, {"count": 1, "value": "P40"}, {"count": 1, "value": "P5"}, {"count": 1, "value": "P6"}, {"count": 1, "value": "P7"}, {"count": 1, "value": "P8"}, {"count": 1, "value": "P9"}], "missing": 0}, {"name": "time", "type": "number", "levels": [{"count": 1, "value": "100"}, {"count": 1, "value": "1060"}, {"count": 1, "value": "110"}, {"count": 1, "value": "1140"}, {"count": 1, "value": "1220"}, {"count": 1, "value": "1300"}, {"count": 1, "value": "1380"}, {"count": 1, "value": "1460"}, {"count": 1, "value": "150"}, {"count": 1, "value": "1540"}, {"count": 1, "value": "1620"}, {"count": 1, "value": "180"}, {"count": 1, "value": "190"}, {"count": 1, "value": "230"}, {"count": 1, "value": "260"}, {"count": 1, "value": "270"}, {"count": 1, "value": "30"}, {"count": 1, "value": "310"}, {"count": 1, "value": "340"}, {"count": 1, "value": "350"}, {"count": 1, "value": "390"}, {"count": 1, "value": "420"}, {"count": 1, "value": "430"}, {"count": 1, "value": "470"}, {"count": 1, "value": "500"}, {"count": 1, "value": "510"}, {"count": 1, "value": "550"}, {"count": 1, "value": "580"}, {"count": 1, "value": "590"}, {"count": 1, "value": "630"}, {"count": 1, "value": "660"}, {"count": 1, "value": "670"}, {"count": 1, "value": "70"}, {"count": 1, "value": "710"}, {"count": 1, "value": "740"}, {"count": 1, "value": "750"}, {"count": 1, "value": "790"}, {"count": 1, "value": "820"}, {"count": 1, "value": "900"}, {"count": 1, "value": "980"}], "missing": 0}, {"name": "status", "type": "number", "levels": [{"count": 8, "value": "0"}, {"count": 32, "value": "1"}], "missing": 0}, {"name": "group", "type": "text", "levels": [{"count": 20, "value": "对照"}, {"count": 20, "value": "治疗"}], "missing": 0}], "preview": [["P1", "30", "0", "对照"], ["P2", "1540", "1", "治疗"], ["P3", "710", "1", "对照"], ["P4", "1300", "1", "治疗"], ["P5", "590", "1", "对照"], ["P6", "1060", "0", "治疗"], ["P7", "470", "1", "对照"], ["P8", "820", "1", "治疗"], ["P9", "350", "1", "对照"], ["P10", "580", "1", "治疗"], ["P11", "230", "0", "对照"], ["P12", "340", "1", "治疗"], ["P13", "110", "1", "对照"], ["P14", "100", "1", "治疗"], ["P15", "790", "1", "对照"], ["P16", "1460", "0", "治疗"], ["P17", "670", "1", "对照"], ["P18", "1220", "1", "治疗"], ["P19", "550", "1", "对照"], ["P20", "980", "1", "治疗"]], "describes": "samples", "nameColumn": "sample"}, "findings": []}', 'f56984295b3f0fd3', 0, NULL, 1, NULL, '2026-11-28 10:52:49.787486+00', '2026-11-28 10:52:49.787486+00');


--
-- Data for Name: known_origins; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.known_origins VALUES (1, '127.0.0.1', '2026-11-28 10:52:48.292+00');


--
-- Data for Name: live_tokens; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: mailed_tokens; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: pilot_sizes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: points_ledger; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.points_ledger OVERRIDING SYSTEM VALUE VALUES (1, 1, 'sign_up', 60, 60, '注册赠送', NULL, '2026-11-28 10:52:48.196682+00');
INSERT INTO public.points_ledger OVERRIDING SYSTEM VALUE VALUES (2, 1, 'charge', -2, 58, 'Kaplan–Meier 曲线', 1, '2026-11-28 10:52:49.950013+00');


--
-- Data for Name: rate_limits; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: redeem_failures; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: releases; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: renderings; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: run_durations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.run_durations OVERRIDING SYSTEM VALUE VALUES (1, 'kaplan_meier', '1.2.0', 0.50016, 0.577);


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sessions VALUES ('7d225cd7-d47b-47e0-b55b-74527b138931', 1, 'node', '127.0.0.1', '2026-11-28 10:52:48.357866+00', '2026-11-28 10:52:48.357866+00', '2026-12-05 10:52:48.358+00');


--
-- Data for Name: style_variants; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: subscriptions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.subscriptions VALUES (1, 'new', 58, '2026-12-28 10:52:48.208+00', NULL, false);


--
-- Data for Name: uploads; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: users; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.users OVERRIDING SYSTEM VALUE VALUES (1, 'user-69294a61a0a3@example.org', DEFAULT, NULL, DEFAULT, '$argon2id$v=19$m=19456,t=2,p=1$kj49NtgEaSDn+1eUZH82cg$ebFbGhv/VQ5aInlvYxNR9I7z+FNzK27STKv25QX9tsM', NULL, NULL, NULL, false, '5784JQAX', NULL, NULL, NULL, NULL, '2026-11-28 10:52:48.196682+00');


--
-- Data for Name: workers; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.workers VALUES (500453576, 'vm', NULL, 6144, 1, false, '2026-11-28 10:52:49.883924+00');


--
-- Data for Name: bam; Type: TABLE DATA; Schema: queue; Owner: -
--



--
-- Data for Name: job_common; Type: TABLE DATA; Schema: queue; Owner: -
--

INSERT INTO queue.job_common VALUES ('97300759-3548-4b7c-aa94-ab2534902e1f', 'mails', 0, '{"userId": 1, "purpose": "verify"}', 'created', 10, 0, 10, true, NULL, 120, 3600, NULL, NULL, NULL, NULL, '2026-11-28 10:52:48.196682+00', '2026-11-28 10:52:48.196682+00', NULL, NULL, '2026-12-12 10:52:48.196682+00', NULL, NULL, 'standard', NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO queue.job_common VALUES ('01f61cd1-d843-40d4-bf17-75683e66df0c', 'analyses', 0, '{"memoryMiB": 201, "analysisId": 1}', 'completed', 0, 0, 0, false, NULL, 86399, 86400, NULL, NULL, '1', 'new', '2026-11-28 10:52:49.950013+00', '2026-11-28 10:52:49.950013+00', '2026-11-28 10:52:50.049927+00', '2026-11-28 10:52:51.257971+00', '2026-12-12 10:52:49.950013+00', NULL, NULL, 'standard', '2026-11-28 10:52:50.049927+00', NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: job_dependency; Type: TABLE DATA; Schema: queue; Owner: -
--



--
-- Data for Name: queue; Type: TABLE DATA; Schema: queue; Owner: -
--

INSERT INTO queue.queue VALUES ('__pgboss__send-it', 'standard', 2, 0, false, NULL, 900, 1209600, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, false, NULL, NULL, NULL, NULL, '2026-11-28 10:52:46.947753+00', '2026-11-28 10:52:46.947753+00');
INSERT INTO queue.queue VALUES ('analyses', 'standard', 0, 0, false, NULL, 86399, 1209600, 86400, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-28 10:52:47.007938+00', '2026-11-28 10:52:47.007938+00');
INSERT INTO queue.queue VALUES ('mails', 'standard', 10, 10, true, NULL, 120, 1209600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, true, NULL, NULL, NULL, NULL, '2026-11-28 10:52:47.04888+00', '2026-11-28 10:52:47.04888+00');


--
-- Data for Name: queue_stats_20261128; Type: TABLE DATA; Schema: queue; Owner: -
--



--
-- Data for Name: queue_stats_20261129; Type: TABLE DATA; Schema: queue; Owner: -
--



--
-- Data for Name: schedule; Type: TABLE DATA; Schema: queue; Owner: -
--



--
-- Data for Name: subscription; Type: TABLE DATA; Schema: queue; Owner: -
--



--
-- Data for Name: version; Type: TABLE DATA; Schema: queue; Owner: -
--

INSERT INTO queue.version VALUES (43, '2026-11-28 10:52:47.019377+00', '2026-11-28 10:52:47.010545+00', '2026-11-28 10:52:52.040574+00', NULL, NULL);


--
-- Data for Name: warning; Type: TABLE DATA; Schema: queue; Owner: -
--



--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE SET; Schema: drizzle; Owner: -
--

SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 1, true);


--
-- Name: analyses_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.analyses_id_seq', 1, true);


--
-- Name: analysis_logs_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.analysis_logs_id_seq', 1, false);


--
-- Name: analysis_shares_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.analysis_shares_id_seq', 1, true);


--
-- Name: backups_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.backups_id_seq', 1, false);


--
-- Name: cohort_downloads_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.cohort_downloads_id_seq', 1, false);


--
-- Name: directories_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.directories_id_seq', 1, false);


--
-- Name: figure_boards_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.figure_boards_id_seq', 1, true);


--
-- Name: files_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.files_id_seq', 1, true);


--
-- Name: points_ledger_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.points_ledger_id_seq', 2, true);


--
-- Name: redeem_failures_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.redeem_failures_id_seq', 1, false);


--
-- Name: run_durations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.run_durations_id_seq', 1, true);


--
-- Name: users_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.users_id_seq', 1, true);


--
-- Name: __drizzle_migrations __drizzle_migrations_pkey; Type: CONSTRAINT; Schema: drizzle; Owner: -
--

ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);


--
-- Name: analyses analyses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_pkey PRIMARY KEY (id);


--
-- Name: analysis_logs analysis_logs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.analysis_logs
    ADD CONSTRAINT analysis_logs_pkey PRIMARY KEY (id);


--
-- Name: analysis_shares analysis_shares_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.analysis_shares
    ADD CONSTRAINT analysis_shares_pkey PRIMARY KEY (id);


--
-- Name: backups backups_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.backups
    ADD CONSTRAINT backups_pkey PRIMARY KEY (id);


--
-- Name: cards cards_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.cards
    ADD CONSTRAINT cards_pkey PRIMARY KEY (code);


--
-- Name: cohort_downloads cohort_downloads_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.cohort_downloads
    ADD CONSTRAINT cohort_downloads_pkey PRIMARY KEY (id);


--
-- Name: contents contents_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.contents
    ADD CONSTRAINT contents_pkey PRIMARY KEY (sha256);


--
-- Name: directories directories_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.directories
    ADD CONSTRAINT directories_pkey PRIMARY KEY (id);


--
-- Name: figure_boards figure_boards_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.figure_boards
    ADD CONSTRAINT figure_boards_pkey PRIMARY KEY (id);


--
-- Name: figure_themes figure_themes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.figure_themes
    ADD CONSTRAINT figure_themes_pkey PRIMARY KEY (user_id);


--
-- Name: file_versions file_versions_file_id_version_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.file_versions
    ADD CONSTRAINT file_versions_file_id_version_pk PRIMARY KEY (file_id, version);


--
-- Name: files files_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);


--
-- Name: known_origins known_origins_user_id_origin_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.known_origins
    ADD CONSTRAINT known_origins_user_id_origin_pk PRIMARY KEY (user_id, origin);


--
-- Name: live_tokens live_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.live_tokens
    ADD CONSTRAINT live_tokens_pkey PRIMARY KEY (hash);


--
-- Name: mailed_tokens mailed_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mailed_tokens
    ADD CONSTRAINT mailed_tokens_pkey PRIMARY KEY (hash);


--
-- Name: pilot_sizes pilot_sizes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.pilot_sizes
    ADD CONSTRAINT pilot_sizes_pkey PRIMARY KEY (name);


--
-- Name: points_ledger points_ledger_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.points_ledger
    ADD CONSTRAINT points_ledger_pkey PRIMARY KEY (id);


--
-- Name: rate_limits rate_limits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);


--
-- Name: redeem_failures redeem_failures_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.redeem_failures
    ADD CONSTRAINT redeem_failures_pkey PRIMARY KEY (id);


--
-- Name: releases releases_kind_name_release_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.releases
    ADD CONSTRAINT releases_kind_name_release_pk PRIMARY KEY (kind, name, release);


--
-- Name: renderings renderings_analysis_id_key_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.renderings
    ADD CONSTRAINT renderings_analysis_id_key_pk PRIMARY KEY (analysis_id, key);


--
-- Name: run_durations run_durations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.run_durations
    ADD CONSTRAINT run_durations_pkey PRIMARY KEY (id);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);


--
-- Name: style_variants style_variants_analysis_id_hash_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.style_variants
    ADD CONSTRAINT style_variants_analysis_id_hash_pk PRIMARY KEY (analysis_id, hash);


--
-- Name: subscriptions subscriptions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (user_id);


--
-- Name: uploads uploads_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);


--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);


--
-- Name: workers workers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (number);


--
-- Name: bam bam_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);


--
-- Name: job job_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);


--
-- Name: job_common job_common_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);


--
-- Name: job_dependency job_dependency_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);


--
-- Name: queue queue_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);


--
-- Name: queue_stats queue_stats_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);


--
-- Name: queue_stats_20261128 queue_stats_20261128_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.queue_stats_20261128
    ADD CONSTRAINT queue_stats_20261128_pkey PRIMARY KEY (id, captured_on);


--
-- Name: queue_stats_20261129 queue_stats_20261129_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.queue_stats_20261129
    ADD CONSTRAINT queue_stats_20261129_pkey PRIMARY KEY (id, captured_on);


--
-- Name: schedule schedule_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);


--
-- Name: subscription subscription_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);


--
-- Name: version version_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);


--
-- Name: warning warning_pkey; Type: CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);


--
-- Name: analyses_fingerprint; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX analyses_fingerprint ON public.analyses USING btree (user_id, fingerprint);


--
-- Name: analyses_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX analyses_list ON public.analyses USING btree (user_id, task_type, id);


--
-- Name: analyses_status; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX analyses_status ON public.analyses USING btree (status, id);


--
-- Name: analysis_logs_analysis; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX analysis_logs_analysis ON public.analysis_logs USING btree (analysis_id, id);


--
-- Name: analysis_shares_analysis; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX analysis_shares_analysis ON public.analysis_shares USING btree (analysis_id);


--
-- Name: analysis_shares_hash; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX analysis_shares_hash ON public.analysis_shares USING btree (hash);


--
-- Name: cards_batch; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX cards_batch ON public.cards USING btree (batch);


--
-- Name: cohort_downloads_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX cohort_downloads_user ON public.cohort_downloads USING btree (user_id, file);


--
-- Name: contents_used_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contents_used_at ON public.contents USING btree (used_at);


--
-- Name: directories_parent; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX directories_parent ON public.directories USING btree (user_id, parent_id);


--
-- Name: figure_boards_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX figure_boards_list ON public.figure_boards USING btree (user_id, id);


--
-- Name: file_versions_blob; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX file_versions_blob ON public.file_versions USING btree (blob);


--
-- Name: files_blob; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX files_blob ON public.files USING btree (blob);


--
-- Name: files_example; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX files_example ON public.files USING btree (blob, requested_type, parser_version) WHERE (user_id IS NULL);


--
-- Name: files_owner; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX files_owner ON public.files USING btree (user_id, directory_id);


--
-- Name: files_pending; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX files_pending ON public.files USING btree (id) WHERE (validation_status = 'pending'::text);


--
-- Name: known_origins_seen; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX known_origins_seen ON public.known_origins USING btree (seen_at);


--
-- Name: live_tokens_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX live_tokens_expiry ON public.live_tokens USING btree (expires_at);


--
-- Name: mailed_tokens_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mailed_tokens_expiry ON public.mailed_tokens USING btree (expires_at);


--
-- Name: mailed_tokens_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mailed_tokens_user ON public.mailed_tokens USING btree (user_id, purpose);


--
-- Name: points_ledger_charge; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX points_ledger_charge ON public.points_ledger USING btree (analysis_id) WHERE (kind = 'charge'::text);


--
-- Name: points_ledger_refund; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX points_ledger_refund ON public.points_ledger USING btree (analysis_id) WHERE (kind = 'refund'::text);


--
-- Name: points_ledger_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX points_ledger_user ON public.points_ledger USING btree (user_id, id);


--
-- Name: redeem_failures_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX redeem_failures_user ON public.redeem_failures USING btree (user_id, at);


--
-- Name: releases_current; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX releases_current ON public.releases USING btree (kind, name) WHERE current;


--
-- Name: run_durations_tool; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX run_durations_tool ON public.run_durations USING btree (task_type, tool_version, id);


--
-- Name: sessions_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);


--
-- Name: sessions_seen; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_seen ON public.sessions USING btree (last_seen_at);


--
-- Name: sessions_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_user ON public.sessions USING btree (user_id);


--
-- Name: uploads_owner; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_owner ON public.uploads USING btree (user_id);


--
-- Name: users_email; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));


--
-- Name: users_invite_code; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX users_invite_code ON public.users USING btree (invite_code);


--
-- Name: users_mailbox; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX users_mailbox ON public.users USING btree (mailbox);


--
-- Name: users_name_key; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX users_name_key ON public.users USING btree (name_key);


--
-- Name: users_username; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX users_username ON public.users USING btree (lower(username));


--
-- Name: job_common_i1; Type: INDEX; Schema: queue; Owner: -
--

CREATE UNIQUE INDEX job_common_i1 ON queue.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::queue.job_state) AND (policy = 'short'::text));


--
-- Name: job_common_i10; Type: INDEX; Schema: queue; Owner: -
--

CREATE INDEX job_common_i10 ON queue.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::queue.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));


--
-- Name: job_common_i11; Type: INDEX; Schema: queue; Owner: -
--

CREATE INDEX job_common_i11 ON queue.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::queue.job_state) AND (NOT blocked));


--
-- Name: job_common_i12; Type: INDEX; Schema: queue; Owner: -
--

CREATE INDEX job_common_i12 ON queue.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);


--
-- Name: job_common_i2; Type: INDEX; Schema: queue; Owner: -
--

CREATE UNIQUE INDEX job_common_i2 ON queue.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::queue.job_state) AND (policy = 'singleton'::text));


--
-- Name: job_common_i3; Type: INDEX; Schema: queue; Owner: -
--

CREATE UNIQUE INDEX job_common_i3 ON queue.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::queue.job_state) AND (policy = 'stately'::text));


--
-- Name: job_common_i4; Type: INDEX; Schema: queue; Owner: -
--

CREATE UNIQUE INDEX job_common_i4 ON queue.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::queue.job_state) AND (singleton_on IS NOT NULL));


--
-- Name: job_common_i6; Type: INDEX; Schema: queue; Owner: -
--

CREATE UNIQUE INDEX job_common_i6 ON queue.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::queue.job_state) AND (policy = 'exclusive'::text));


--
-- Name: job_common_i7; Type: INDEX; Schema: queue; Owner: -
--

CREATE INDEX job_common_i7 ON queue.job_common USING btree (name, group_id) WHERE ((state = 'active'::queue.job_state) AND (group_id IS NOT NULL));


--
-- Name: job_common_i8; Type: INDEX; Schema: queue; Owner: -
--

CREATE UNIQUE INDEX job_common_i8 ON queue.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::queue.job_state, 'retry'::queue.job_state, 'failed'::queue.job_state])) AND (policy = 'key_strict_fifo'::text));


--
-- Name: job_common_i9; Type: INDEX; Schema: queue; Owner: -
--

CREATE INDEX job_common_i9 ON queue.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::queue.job_state));


--
-- Name: job_dep_parent_idx; Type: INDEX; Schema: queue; Owner: -
--

CREATE INDEX job_dep_parent_idx ON queue.job_dependency USING btree (parent_name, parent_id);


--
-- Name: queue_stats_i1; Type: INDEX; Schema: queue; Owner: -
--

CREATE INDEX queue_stats_i1 ON ONLY queue.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: queue_stats_20261128_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: queue; Owner: -
--

CREATE INDEX queue_stats_20261128_name_captured_on_deferred_count_queued_idx ON queue.queue_stats_20261128 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: queue_stats_20261129_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: queue; Owner: -
--

CREATE INDEX queue_stats_20261129_name_captured_on_deferred_count_queued_idx ON queue.queue_stats_20261129 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: warning_i1; Type: INDEX; Schema: queue; Owner: -
--

CREATE INDEX warning_i1 ON queue.warning USING btree (created_on DESC);


--
-- Name: job_common_pkey; Type: INDEX ATTACH; Schema: queue; Owner: -
--

ALTER INDEX queue.job_pkey ATTACH PARTITION queue.job_common_pkey;


--
-- Name: queue_stats_20261128_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: queue; Owner: -
--

ALTER INDEX queue.queue_stats_i1 ATTACH PARTITION queue.queue_stats_20261128_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261128_pkey; Type: INDEX ATTACH; Schema: queue; Owner: -
--

ALTER INDEX queue.queue_stats_pkey ATTACH PARTITION queue.queue_stats_20261128_pkey;


--
-- Name: queue_stats_20261129_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: queue; Owner: -
--

ALTER INDEX queue.queue_stats_i1 ATTACH PARTITION queue.queue_stats_20261129_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261129_pkey; Type: INDEX ATTACH; Schema: queue; Owner: -
--

ALTER INDEX queue.queue_stats_pkey ATTACH PARTITION queue.queue_stats_20261129_pkey;


--
-- Name: analyses analyses_told; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER analyses_told AFTER INSERT OR DELETE OR UPDATE ON public.analyses FOR EACH ROW EXECUTE FUNCTION public.tell_analysis();


--
-- Name: figure_themes figure_themes_told; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER figure_themes_told AFTER INSERT OR DELETE OR UPDATE ON public.figure_themes FOR EACH ROW EXECUTE FUNCTION public.tell_figure_look();


--
-- Name: files files_told; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER files_told AFTER INSERT OR DELETE OR UPDATE ON public.files FOR EACH ROW EXECUTE FUNCTION public.tell_file();


--
-- Name: renderings renderings_told; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER renderings_told AFTER INSERT OR DELETE OR UPDATE ON public.renderings FOR EACH ROW EXECUTE FUNCTION public.tell_rendering();


--
-- Name: subscriptions subscriptions_told; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER subscriptions_told AFTER INSERT OR DELETE OR UPDATE ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION public.tell_subscription();


--
-- Name: users users_told; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER users_told AFTER DELETE OR UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION public.tell_account();


--
-- Name: analyses analyses_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: analysis_logs analysis_logs_analysis_id_analyses_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.analysis_logs
    ADD CONSTRAINT analysis_logs_analysis_id_analyses_id_fk FOREIGN KEY (analysis_id) REFERENCES public.analyses(id) ON DELETE CASCADE;


--
-- Name: analysis_shares analysis_shares_analysis_id_analyses_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.analysis_shares
    ADD CONSTRAINT analysis_shares_analysis_id_analyses_id_fk FOREIGN KEY (analysis_id) REFERENCES public.analyses(id) ON DELETE CASCADE;


--
-- Name: cards cards_redeemed_by_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.cards
    ADD CONSTRAINT cards_redeemed_by_users_id_fk FOREIGN KEY (redeemed_by) REFERENCES public.users(id) ON DELETE SET NULL;


--
-- Name: cohort_downloads cohort_downloads_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.cohort_downloads
    ADD CONSTRAINT cohort_downloads_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: directories directories_parent_id_directories_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.directories
    ADD CONSTRAINT directories_parent_id_directories_id_fk FOREIGN KEY (parent_id) REFERENCES public.directories(id) ON DELETE CASCADE;


--
-- Name: directories directories_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.directories
    ADD CONSTRAINT directories_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: figure_boards figure_boards_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.figure_boards
    ADD CONSTRAINT figure_boards_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: figure_themes figure_themes_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.figure_themes
    ADD CONSTRAINT figure_themes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: file_versions file_versions_file_id_files_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.file_versions
    ADD CONSTRAINT file_versions_file_id_files_id_fk FOREIGN KEY (file_id) REFERENCES public.files(id) ON DELETE CASCADE;


--
-- Name: files files_directory_id_directories_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_directory_id_directories_id_fk FOREIGN KEY (directory_id) REFERENCES public.directories(id) ON DELETE CASCADE;


--
-- Name: files files_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: known_origins known_origins_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.known_origins
    ADD CONSTRAINT known_origins_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: live_tokens live_tokens_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.live_tokens
    ADD CONSTRAINT live_tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: mailed_tokens mailed_tokens_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mailed_tokens
    ADD CONSTRAINT mailed_tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: points_ledger points_ledger_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.points_ledger
    ADD CONSTRAINT points_ledger_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: redeem_failures redeem_failures_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.redeem_failures
    ADD CONSTRAINT redeem_failures_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: renderings renderings_analysis_id_analyses_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.renderings
    ADD CONSTRAINT renderings_analysis_id_analyses_id_fk FOREIGN KEY (analysis_id) REFERENCES public.analyses(id) ON DELETE CASCADE;


--
-- Name: sessions sessions_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: style_variants style_variants_analysis_id_analyses_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.style_variants
    ADD CONSTRAINT style_variants_analysis_id_analyses_id_fk FOREIGN KEY (analysis_id) REFERENCES public.analyses(id) ON DELETE CASCADE;


--
-- Name: subscriptions subscriptions_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: uploads uploads_file_id_files_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_file_id_files_id_fk FOREIGN KEY (file_id) REFERENCES public.files(id) ON DELETE SET NULL;


--
-- Name: uploads uploads_user_id_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: users users_invited_by_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_invited_by_users_id_fk FOREIGN KEY (invited_by) REFERENCES public.users(id) ON DELETE SET NULL;


--
-- Name: job_common dlq_fkey; Type: FK CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: job_common q_fkey; Type: FK CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: queue queue_dead_letter_fkey; Type: FK CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES queue.queue(name);


--
-- Name: schedule schedule_name_fkey; Type: FK CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES queue.queue(name) ON DELETE CASCADE;


--
-- Name: subscription subscription_name_fkey; Type: FK CONSTRAINT; Schema: queue; Owner: -
--

ALTER TABLE ONLY queue.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES queue.queue(name) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


