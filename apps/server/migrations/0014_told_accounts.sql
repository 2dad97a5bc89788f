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
CREATE TRIGGER "subscriptions_told" AFTER INSERT OR UPDATE OR DELETE ON "subscriptions" FOR EACH ROW EXECUTE FUNCTION "tell_subscription"();
