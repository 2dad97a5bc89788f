ALTER TABLE "analyses" ADD COLUMN "look" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "figure_themes" ADD COLUMN "look" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "figure_themes" SET "look" = coalesce((SELECT theme -> 'style' FROM jsonb_array_elements("themes") theme WHERE theme ->> 'name' = "default_name"), '{}'::jsonb);--> statement-breakpoint
ALTER TABLE "figure_themes" DROP COLUMN "default_name";--> statement-breakpoint
-- The look of a user's figures stands in what is told of each of their results: all of it is told anew.
CREATE FUNCTION "tell_figure_look"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change(CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END, 'everything');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "figure_themes_told" AFTER INSERT OR UPDATE OR DELETE ON "figure_themes" FOR EACH ROW EXECUTE FUNCTION "tell_figure_look"();
