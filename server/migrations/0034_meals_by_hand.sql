-- Who was served what on a day gone by stands for good; how it was eaten may still be written down. It goes along with an
-- elder whose archive is deleted.
CREATE FUNCTION meal_order_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.day < current_date THEN
    IF TG_OP = 'DELETE' THEN
      IF EXISTS (SELECT FROM oldman o WHERE o.org_id = OLD.org_id AND o.oldman_id = OLD.oldman_id) THEN
        PERFORM refuse_rule('meal_order_fixed', 'the day ' || OLD.day || ' is over');
      END IF;
    ELSIF (NEW.day, NEW.meal, NEW.oldman_id, NEW.texture, NEW.therapies, NEW.allergens, NEW.dish_ids, NEW.state)
      IS DISTINCT FROM (OLD.day, OLD.meal, OLD.oldman_id, OLD.texture, OLD.therapies, OLD.allergens, OLD.dish_ids, OLD.state) THEN
      PERFORM refuse_rule('meal_order_fixed', 'the day ' || OLD.day || ' is over');
    END IF;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;--> statement-breakpoint
CREATE TRIGGER meal_order_fixed BEFORE UPDATE OR DELETE ON meal_order FOR EACH ROW EXECUTE FUNCTION meal_order_fixed();--> statement-breakpoint
-- What changed after the counts were closed is only added to.
CREATE FUNCTION meal_change_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM oldman o WHERE o.org_id = OLD.org_id AND o.oldman_id = OLD.oldman_id) THEN
    PERFORM refuse_rule('meal_change_added', 'the change ' || OLD.change_id || ' stands');
  END IF;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER meal_change_added BEFORE UPDATE OR DELETE ON meal_change FOR EACH ROW EXECUTE FUNCTION meal_change_added();--> statement-breakpoint
SELECT figures_read('meal_alert', 'own');
