CREATE TABLE "assess_newest" (
	"org_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"family" text NOT NULL,
	"assessment_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"assess_date" date NOT NULL,
	"level_name" text,
	"next_date" date,
	CONSTRAINT "assess_newest_org_id_oldman_id_family_pk" PRIMARY KEY("org_id","oldman_id","family"),
	CONSTRAINT "assess_newest_one" UNIQUE("org_id","assessment_id")
);
--> statement-breakpoint
DROP INDEX "assessment_last";--> statement-breakpoint
ALTER TABLE "assess_newest" ADD CONSTRAINT "assess_newest_assessment" FOREIGN KEY ("org_id","assessment_id") REFERENCES "public"."assessment"("org_id","assessment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assess_newest_due" ON "assess_newest" USING btree ("org_id","next_date");--> statement-breakpoint
CREATE INDEX "assessment_count" ON "assessment" USING btree ("org_id","oldman_id","type","state","final_level");--> statement-breakpoint
CREATE INDEX "assessment_last" ON "assessment" USING btree ("org_id","oldman_id","family","assess_date" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"final_level") WHERE state = 'DONE';--> statement-breakpoint
-- by hand
-- The newest finished assessment of an elder and family. Whoever comes at the same time waits at the row, and then reads what the
-- one before has left.
CREATE FUNCTION assess_newest_keep(org text, elder text, fam text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  one assessment;
BEGIN
  PERFORM 1 FROM assess_newest n WHERE n.org_id = org AND n.oldman_id = elder AND n.family = fam FOR UPDATE;
  SELECT x.* INTO one FROM assessment x WHERE x.org_id = org AND x.oldman_id = elder AND x.family = fam AND x.state = 'DONE'
    ORDER BY x.assess_date DESC, x.created_at DESC, x.assessment_id DESC LIMIT 1;
  IF one.assessment_id IS NULL THEN
    DELETE FROM assess_newest n WHERE n.org_id = org AND n.oldman_id = elder AND n.family = fam;
  ELSE
    UPDATE assess_newest n SET assessment_id = one.assessment_id, kind = one.kind, assess_date = one.assess_date,
      level_name = one.level_name, next_date = one.next_date
    WHERE n.org_id = org AND n.oldman_id = elder AND n.family = fam AND n.assessment_id <> one.assessment_id;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION assess_newest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'DONE' AND OLD.oldman_id IS NOT NULL THEN
    PERFORM assess_newest_keep(OLD.org_id, OLD.oldman_id, OLD.family);
  END IF;
  IF NEW.state = 'DONE' AND NEW.oldman_id IS NOT NULL THEN
    INSERT INTO assess_newest (org_id, oldman_id, family, assessment_id, kind, assess_date, level_name, next_date)
    VALUES (NEW.org_id, NEW.oldman_id, NEW.family, NEW.assessment_id, NEW.kind, NEW.assess_date, NEW.level_name, NEW.next_date)
    ON CONFLICT (org_id, oldman_id, family) DO NOTHING;
    IF NOT FOUND THEN
      PERFORM assess_newest_keep(NEW.org_id, NEW.oldman_id, NEW.family);
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER assess_newest_new AFTER INSERT ON assessment FOR EACH ROW WHEN (NEW.state = 'DONE') EXECUTE FUNCTION assess_newest();--> statement-breakpoint
-- Neither an answer nor what is noted on a finished one moves it.
CREATE TRIGGER assess_newest_moved AFTER UPDATE ON assessment FOR EACH ROW
WHEN ((OLD.state = 'DONE' OR NEW.state = 'DONE') AND (OLD.state, OLD.oldman_id) IS DISTINCT FROM (NEW.state, NEW.oldman_id))
EXECUTE FUNCTION assess_newest();--> statement-breakpoint
INSERT INTO assess_newest (org_id, oldman_id, family, assessment_id, kind, assess_date, level_name, next_date)
SELECT DISTINCT ON (org_id, oldman_id, family) org_id, oldman_id, family, assessment_id, kind, assess_date, level_name, next_date
FROM assessment WHERE state = 'DONE' AND oldman_id IS NOT NULL
ORDER BY org_id, oldman_id, family, assess_date DESC, created_at DESC, assessment_id DESC;--> statement-breakpoint
SELECT figures_read('assess_newest', 'own');
