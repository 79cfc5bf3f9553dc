ALTER TABLE "drug_take_act" ADD COLUMN "stock" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "drug_take_act" ADD COLUMN "undoes" smallint;--> statement-breakpoint
ALTER TABLE "drug_take_act" ADD CONSTRAINT "drug_take_act_stock" CHECK ("drug_take_act"."stock" in (-1, 0, 1));--> statement-breakpoint
ALTER TABLE "drug_take_act" ADD CONSTRAINT "drug_take_act_undoes" CHECK ("drug_take_act"."undoes" < "drug_take_act"."step");--> statement-breakpoint
-- by hand
-- A take goes only the ways of its table (contract/drug/takeMoves.ts); what was given stays what it was.
CREATE FUNCTION drug_take_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
    WHEN 'WAITING' THEN NEW.state IN ('SET_OUT', 'REFUSED', 'MISSED', 'OUT', 'HOSPITAL', 'STOPPED', 'PAUSED')
    WHEN 'SET_OUT' THEN NEW.state IN ('WAITING', 'CHECKED', 'REFUSED', 'MISSED', 'STOPPED')
    WHEN 'CHECKED' THEN NEW.state IN ('WAITING', 'SET_OUT', 'GIVEN', 'REFUSED', 'MISSED', 'ALONG', 'STOPPED')
    WHEN 'GIVEN' THEN NEW.state IN ('CHECKED', 'VOMITED', 'MISSED')
    WHEN 'REFUSED' THEN NEW.state IN ('WAITING', 'SET_OUT', 'CHECKED')
    WHEN 'VOMITED' THEN NEW.state IN ('GIVEN')
    WHEN 'MISSED' THEN NEW.state IN ('WAITING', 'GIVEN', 'OUT', 'HOSPITAL', 'STOPPED', 'PAUSED')
    WHEN 'OUT' THEN NEW.state IN ('WAITING', 'SET_OUT', 'MISSED', 'HOSPITAL', 'STOPPED', 'PAUSED')
    WHEN 'ALONG' THEN NEW.state IN ('WAITING')
    WHEN 'HOSPITAL' THEN NEW.state IN ('WAITING', 'MISSED', 'OUT', 'STOPPED', 'PAUSED')
    WHEN 'PAUSED' THEN NEW.state IN ('WAITING', 'MISSED', 'OUT', 'HOSPITAL', 'STOPPED')
    ELSE false END) THEN
    PERFORM refuse_rule('drug_take_moves', 'take ' || OLD.take_id || ' goes not from ' || OLD.state || ' to ' || NEW.state);
  END IF;
  IF (NEW.use_id, NEW.oldman_id, NEW.drug_id, NEW.plan_time, NEW.dose) IS DISTINCT FROM
    (OLD.use_id, OLD.oldman_id, OLD.drug_id, OLD.plan_time, OLD.dose) THEN
    PERFORM refuse_rule('drug_take_moves', 'take ' || OLD.take_id || ' stays what it is');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER drug_take_moves BEFORE UPDATE ON drug_take FOR EACH ROW EXECUTE FUNCTION drug_take_moves();--> statement-breakpoint
CREATE FUNCTION drug_take_act_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_rule('drug_take_act_stays', 'what happened to a take stays');
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER drug_take_act_stays BEFORE UPDATE ON drug_take_act FOR EACH ROW EXECUTE FUNCTION drug_take_act_stays();--> statement-breakpoint
-- A setting is never changed: it ends, and another begins in its place.
CREATE FUNCTION drug_use_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved text[] := ARRAY['state', 'paused_at', 'pause_reason', 'ended_at', 'ended_by', 'end_reason', 'end_date', 'since', 'version'];
BEGIN
  IF to_jsonb(NEW) - moved <> to_jsonb(OLD) - moved THEN
    PERFORM refuse_rule('drug_use_stays', 'setting ' || OLD.use_id || ' stays as it is');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER drug_use_stays BEFORE UPDATE ON drug_use FOR EACH ROW EXECUTE FUNCTION drug_use_stays();
