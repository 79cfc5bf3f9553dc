CREATE TABLE "stay_level" (
	"org_id" varchar(64) NOT NULL,
	"stay_id" varchar(64) NOT NULL,
	"from_date" date NOT NULL,
	"level_id" varchar(64),
	"reason" text,
	"user_id" varchar(64),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "stay_level_org_id_stay_id_from_date_pk" PRIMARY KEY("org_id","stay_id","from_date")
);
--> statement-breakpoint
ALTER TABLE "stay" DROP CONSTRAINT "stay_next_level";--> statement-breakpoint
ALTER TABLE "stay_level" ADD CONSTRAINT "stay_level_stay" FOREIGN KEY ("org_id","stay_id") REFERENCES "public"."stay"("org_id","stay_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stay_level" ADD CONSTRAINT "stay_level_level" FOREIGN KEY ("org_id","level_id") REFERENCES "public"."nursing_level"("org_id","level_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- by hand
-- What is known of the levels that stays had, read once more from the timeline, in the order it was written: names are
-- compared as a whole. It ends with what the stay has now and what is agreed.
CREATE FUNCTION pg_temp.level_named(org text, words text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT level_id FROM nursing_level WHERE org_id = org AND starts_with(words, level_name)
    AND substr(words, length(level_name) + 1) ~ '^($| → |，|；|（[0-9]{4}-[0-9]{2}-[0-9]{2} 生效）)'
  ORDER BY length(level_name) DESC LIMIT 1
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.level_agreed(org text, words text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT level_id FROM nursing_level WHERE org_id = org AND strpos(words || '，合同至', '，' || level_name || '，合同至') > 0
  ORDER BY length(level_name) DESC LIMIT 1
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.level_from(s stay, day date, level text, why text, who text, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM stay_level x WHERE x.org_id = s.org_id AND x.stay_id = s.stay_id AND x.from_date > day;
  INSERT INTO stay_level (org_id, stay_id, from_date, level_id, reason, user_id, created_at)
  VALUES (s.org_id, s.stay_id, day, level, why, who, at)
  ON CONFLICT (org_id, stay_id, from_date) DO UPDATE SET level_id = excluded.level_id, reason = excluded.reason,
    user_id = excluded.user_id, created_at = excluded.created_at;
END $$;--> statement-breakpoint
DO $$
DECLARE
  s stay;
  e record;
  last record;
  today date := (now() AT TIME ZONE 'Asia/Shanghai')::date;
  entered date;
  began date;
  words text;
  level text;
  planned date;
  split date;
BEGIN
  FOR s IN SELECT * FROM stay LOOP
    planned := NULL;
    FOR e IN SELECT v.kind, v.day, v.content, v.reason, v.user_id, v.created_at FROM stay_event v
      WHERE v.org_id = s.org_id AND v.oldman_id = s.oldman_id AND v.stay_id = s.stay_id
        AND v.kind IN ('trial', 'checkIn', 'convert', 'level', 'adjustBed', 'checkOut') ORDER BY v.created_at, v.event_id
    LOOP
      entered := (e.created_at AT TIME ZONE 'Asia/Shanghai')::date;
      began := greatest(e.day, s.start_date);
      IF e.kind = 'adjustBed' THEN
        -- A change of bed that was agreed is replaced or called off, and with it the level of the same day.
        IF planned > entered THEN
          DELETE FROM stay_level x WHERE x.org_id = s.org_id AND x.stay_id = s.stay_id AND x.from_date = planned;
        END IF;
        planned := CASE WHEN starts_with(e.content, '调床 ') AND e.day > entered THEN e.day END;
      END IF;
      IF e.kind = 'checkOut' THEN
        DELETE FROM stay_level x WHERE x.org_id = s.org_id AND x.stay_id = s.stay_id AND x.from_date > entered;
        planned := NULL;
        CONTINUE;
      ELSIF e.kind IN ('level', 'adjustBed') THEN
        words := CASE e.kind WHEN 'level' THEN substring(e.content FROM '^护理等级 (.*)$')
          ELSE substring(e.content FROM '，护理等级 (.*)$') END;
        CONTINUE WHEN words IS NULL;
        DELETE FROM stay_level x WHERE x.org_id = s.org_id AND x.stay_id = s.stay_id AND x.from_date > entered;
        IF began > s.start_date THEN
          INSERT INTO stay_level (org_id, stay_id, from_date, level_id, created_at)
          VALUES (s.org_id, s.stay_id, s.start_date, pg_temp.level_named(s.org_id, words), s.created_at) ON CONFLICT DO NOTHING;
        END IF;
        level := pg_temp.level_named(s.org_id, substring(words FROM strpos(words, ' → ') + 3));
      ELSE
        level := CASE e.kind WHEN 'trial'
          THEN pg_temp.level_named(s.org_id, substring(e.content FROM '，至 [0-9]{4}-[0-9]{2}-[0-9]{2}，(.*)$'))
          ELSE pg_temp.level_agreed(s.org_id, e.content) END;
        IF began > s.start_date THEN
          INSERT INTO stay_level (org_id, stay_id, from_date, level_id, created_at)
          VALUES (s.org_id, s.stay_id, s.start_date, level, s.created_at) ON CONFLICT DO NOTHING;
        END IF;
      END IF;
      PERFORM pg_temp.level_from(s, began, level, e.reason, e.user_id, e.created_at);
    END LOOP;
    DELETE FROM stay_level x WHERE x.org_id = s.org_id AND x.stay_id = s.stay_id
      AND x.from_date >= least(today + 1, s.next_level_date) AND x.from_date > s.start_date;
    SELECT v.level_id INTO level FROM nursing_level v WHERE v.org_id = s.org_id AND v.level_id = s.level_id;
    SELECT x.from_date, x.level_id INTO last FROM stay_level x WHERE x.org_id = s.org_id AND x.stay_id = s.stay_id
      ORDER BY x.from_date DESC LIMIT 1;
    IF last.from_date IS NULL THEN
      PERFORM pg_temp.level_from(s, s.start_date, level, NULL, NULL, s.created_at);
    ELSIF level IS NOT NULL AND last.level_id IS NULL THEN
      PERFORM pg_temp.level_from(s, last.from_date, level, NULL, NULL, s.updated_at);
    ELSIF level <> last.level_id THEN
      -- The timeline does not say when: with the price of the care.
      SELECT max(f.from_date) INTO split FROM fee_set f
        JOIN fee_child c ON c.org_id = f.org_id AND c.project_child_id = f.project_child_id
        JOIN fee_project p ON p.org_id = c.org_id AND p.project_id = c.project_id AND p.category = '2'
        WHERE f.org_id = s.org_id AND f.stay_id = s.stay_id AND f.from_date <= today
          AND (f.to_date IS NULL OR f.to_date > f.from_date) AND (s.next_level_date IS NULL OR f.from_date < s.next_level_date);
      PERFORM pg_temp.level_from(s, greatest(split, last.from_date), level, NULL, NULL, s.updated_at);
    END IF;
    SELECT v.level_id INTO level FROM nursing_level v WHERE v.org_id = s.org_id AND v.level_id = s.next_level_id;
    IF level IS NOT NULL AND s.next_level_date > s.start_date THEN
      PERFORM pg_temp.level_from(s, s.next_level_date, level, NULL, NULL, s.updated_at);
    END IF;
  END LOOP;
END $$;--> statement-breakpoint
DROP FUNCTION pg_temp.level_from, pg_temp.level_named, pg_temp.level_agreed;--> statement-breakpoint
ALTER TABLE "stay" DROP COLUMN "level_id";--> statement-breakpoint
ALTER TABLE "stay" DROP COLUMN "next_level_id";--> statement-breakpoint
ALTER TABLE "stay" DROP COLUMN "next_level_date";--> statement-breakpoint
-- Every day of a stay has a level, known or not: its first row is of the day it begins.
ALTER TABLE "stay" ADD CONSTRAINT "stay_first_level" FOREIGN KEY ("org_id","stay_id","start_date")
  REFERENCES "stay_level" ("org_id","stay_id","from_date") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE FUNCTION "stay_level_within"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM stay s JOIN stay_level x ON x.org_id = s.org_id AND x.stay_id = s.stay_id AND x.from_date < s.start_date
      WHERE s.org_id = NEW.org_id AND s.stay_id = NEW.stay_id) THEN
    PERFORM refuse_rule('stay_level_within', 'stay ' || NEW.stay_id || ' has a level before it begins');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "stay_level_within" AFTER INSERT OR UPDATE OF "from_date" ON "stay_level"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "stay_level_within"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "stay_level_within" AFTER UPDATE OF "start_date" ON "stay"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "stay_level_within"();--> statement-breakpoint
-- Who got the money of refunds from before they had a paper.
UPDATE refund_note n SET payee = substring(l.content FROM '^退(?:余额|押金)，收款人 (.+)$') FROM ledger l
WHERE l.org_id = n.org_id AND l.group_id = n.group_id AND l.oldman_id = n.oldman_id AND l.reversal_of IS NULL
  AND l.trade_type IN ('REFUND_BALANCE', 'REFUND_DEPOSIT') AND n.payee IS NULL AND l.content ~ '^退(?:余额|押金)，收款人 .';
