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
CREATE TRIGGER "files_told" AFTER INSERT OR UPDATE OR DELETE ON "files" FOR EACH ROW EXECUTE FUNCTION "tell_file"();
