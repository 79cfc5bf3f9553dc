SELECT hold_files('nursing.dish', 'dish', 'dish_id', 'picture');--> statement-breakpoint
-- A dish of a plan stands on a day of its week and is cooked for forms that it suits. Of a published week the days gone by
-- stay as they were.
CREATE FUNCTION dish_plan_item_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_plan dish_plan;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.day < current_date THEN
    SELECT * INTO of_plan FROM dish_plan p WHERE p.org_id = OLD.org_id AND p.plan_id = OLD.plan_id;
    IF of_plan.state = 'PUBLISHED' THEN
      PERFORM refuse_rule('dish_plan_fixed', 'the day ' || OLD.day || ' is over');
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  SELECT * INTO of_plan FROM dish_plan p WHERE p.org_id = NEW.org_id AND p.plan_id = NEW.plan_id;
  IF NEW.day < of_plan.week_start OR NEW.day > of_plan.week_start + 6 THEN
    PERFORM refuse_rule('dish_plan_item_week', 'the day ' || NEW.day || ' is not in the week of ' || of_plan.week_start);
  END IF;
  IF of_plan.state = 'PUBLISHED' AND NEW.day < current_date THEN
    PERFORM refuse_rule('dish_plan_fixed', 'the day ' || NEW.day || ' is over');
  END IF;
  IF NOT EXISTS (SELECT FROM dish d WHERE d.org_id = NEW.org_id AND d.dish_id = NEW.dish_id AND NEW.textures <@ d.textures) THEN
    PERFORM refuse_rule('dish_plan_item_suits', 'the dish ' || NEW.dish_id || ' does not suit those forms');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER dish_plan_item_rules BEFORE INSERT OR UPDATE OR DELETE ON dish_plan_item FOR EACH ROW
EXECUTE FUNCTION dish_plan_item_rules();--> statement-breakpoint
-- What was published is neither a draft again nor gone.
CREATE FUNCTION dish_plan_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'PUBLISHED' AND (TG_OP = 'DELETE' OR NEW.state <> 'PUBLISHED' OR NEW.week_start <> OLD.week_start) THEN
    PERFORM refuse_rule('dish_plan_stays', 'the week of ' || OLD.week_start || ' is published');
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER dish_plan_stays BEFORE UPDATE OR DELETE ON dish_plan FOR EACH ROW EXECUTE FUNCTION dish_plan_stays();--> statement-breakpoint
-- Who was given what instead stands with the day. It goes along with an elder whose archive is deleted.
CREATE FUNCTION dish_plan_answer_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one dish_plan_answer := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF EXISTS (SELECT FROM oldman o WHERE o.org_id = one.org_id AND o.oldman_id = one.oldman_id)
    AND EXISTS (SELECT FROM dish_plan_item i JOIN dish_plan p ON p.org_id = i.org_id AND p.plan_id = i.plan_id
      WHERE i.org_id = one.org_id AND i.item_id = one.item_id AND i.day < current_date AND p.state = 'PUBLISHED') THEN
    PERFORM refuse_rule('dish_plan_fixed', 'the day of ' || one.item_id || ' is over');
  END IF;
  RETURN one;
END $$;--> statement-breakpoint
CREATE TRIGGER dish_plan_answer_fixed BEFORE INSERT OR UPDATE OR DELETE ON dish_plan_answer FOR EACH ROW
EXECUTE FUNCTION dish_plan_answer_fixed();
