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
ALTER TABLE "users" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (mailbox_of(email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_key" text GENERATED ALWAYS AS (name_key(username)) STORED;--> statement-breakpoint
CREATE INDEX "users_mailbox" ON "users" USING btree ("mailbox");--> statement-breakpoint
CREATE INDEX "users_name_key" ON "users" USING btree ("name_key");