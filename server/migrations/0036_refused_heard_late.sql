-- A refusal that a tablet without network tells late: the clock had called it missed.
CREATE OR REPLACE FUNCTION drug_take_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
    WHEN 'WAITING' THEN NEW.state IN ('SET_OUT', 'REFUSED', 'MISSED', 'OUT', 'HOSPITAL', 'STOPPED', 'PAUSED')
    WHEN 'SET_OUT' THEN NEW.state IN ('WAITING', 'CHECKED', 'REFUSED', 'MISSED', 'STOPPED')
    WHEN 'CHECKED' THEN NEW.state IN ('WAITING', 'SET_OUT', 'GIVEN', 'REFUSED', 'MISSED', 'ALONG', 'STOPPED')
    WHEN 'GIVEN' THEN NEW.state IN ('CHECKED', 'VOMITED', 'MISSED')
    WHEN 'REFUSED' THEN NEW.state IN ('WAITING', 'SET_OUT', 'CHECKED', 'MISSED')
    WHEN 'VOMITED' THEN NEW.state IN ('GIVEN')
    WHEN 'MISSED' THEN NEW.state IN ('WAITING', 'GIVEN', 'REFUSED', 'OUT', 'HOSPITAL', 'STOPPED', 'PAUSED')
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
END $$;
