ALTER TABLE "analyses" ADD COLUMN "data_set" text;--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "starred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What earlier analyses are about, as dataSetOf() says of new ones: cohorts before matrices before tables; files without their endings.
UPDATE "analyses" SET "data_set" = (
  SELECT CASE WHEN count(*) > 2 THEN (array_agg(name ORDER BY place))[1] || '、' || (array_agg(name ORDER BY place))[2] || ' 等 ' || count(*) || ' 个'
    ELSE string_agg(name, '、' ORDER BY place) END
  FROM (
    SELECT name, min(place) AS place, rank
    FROM (
      SELECT
        CASE WHEN input->>'type' = 'cohort' THEN input->>'name' ELSE
          regexp_replace(regexp_replace(input->>'name', '(\.(tsv|csv|txt|xlsx|xls|gct|gmt|soft|gz|zip))+$', '', 'i'), '_series_matrix$', '', 'i') END AS name,
        place,
        array_position(ARRAY['cohort', 'matrix', 'table', 'ranking', 'genes'], input->>'type') AS rank
      FROM jsonb_array_elements("inputs") WITH ORDINALITY AS used(input, place)
      WHERE input->>'type' = 'cohort' OR input->'request'->>'from' = 'file'
    ) own
    WHERE rank IS NOT NULL
    GROUP BY name, rank
  ) named
  GROUP BY rank ORDER BY rank LIMIT 1
);--> statement-breakpoint
-- What was taken of an earlier result is about the same as that one, through any number of results.
DO $$
BEGIN
  LOOP
    UPDATE "analyses" later SET "data_set" = (
      SELECT earlier."data_set"
      FROM jsonb_array_elements(later."inputs") WITH ORDINALITY AS used(input, place)
      JOIN "analyses" earlier ON earlier."id" = (input->'request'->>'id')::int AND earlier."user_id" = later."user_id"
      WHERE input->'request'->>'from' = 'analysis' AND earlier."data_set" IS NOT NULL
      ORDER BY place LIMIT 1
    )
    WHERE later."data_set" IS NULL AND EXISTS (
      SELECT FROM jsonb_array_elements(later."inputs") AS used(input)
      JOIN "analyses" earlier ON earlier."id" = (input->'request'->>'id')::int AND earlier."user_id" = later."user_id"
      WHERE input->'request'->>'from' = 'analysis' AND earlier."data_set" IS NOT NULL
    );
    EXIT WHEN NOT FOUND;
  END LOOP;
END $$;
