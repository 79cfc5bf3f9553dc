CREATE TABLE "bill_earned" (
	"org_id" varchar(64) NOT NULL,
	"bill_id" varchar(64) NOT NULL,
	"category" text NOT NULL,
	"back" boolean NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"month" varchar(7) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"discount_fen" bigint NOT NULL,
	"subsidy_fen" bigint NOT NULL,
	CONSTRAINT "bill_earned_org_id_bill_id_category_back_pk" PRIMARY KEY("org_id","bill_id","category","back")
);
--> statement-breakpoint
CREATE TABLE "cash_day_way" (
	"org_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"way" integer NOT NULL,
	"due_fen" bigint NOT NULL,
	"counted_fen" bigint NOT NULL,
	CONSTRAINT "cash_day_way_org_id_day_user_id_way_pk" PRIMARY KEY("org_id","day","user_id","way"),
	CONSTRAINT "cash_day_way_outside" CHECK (way > 1)
);
--> statement-breakpoint
CREATE TABLE "refund_note" (
	"org_id" varchar(64) NOT NULL,
	"refund_id" varchar(64) NOT NULL,
	"refund_no" text NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"group_id" varchar(64) NOT NULL,
	"settle_id" varchar(64),
	"day" date NOT NULL,
	"oldman_name" text NOT NULL,
	"bed_path" text,
	"lines" jsonb NOT NULL,
	"ways" jsonb NOT NULL,
	"amount_fen" bigint NOT NULL,
	"gift_fen" bigint DEFAULT 0 NOT NULL,
	"payee" text,
	"reason" text NOT NULL,
	"user_id" varchar(64),
	"user_name" text NOT NULL,
	"printed_times" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'NORMAL' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "refund_note_org_id_refund_id_pk" PRIMARY KEY("org_id","refund_id"),
	CONSTRAINT "refund_note_no" UNIQUE("org_id","refund_no"),
	CONSTRAINT "refund_note_state" CHECK ("refund_note"."state" in ('NORMAL', 'VOID')),
	CONSTRAINT "refund_note_amount" CHECK (amount_fen > 0 and gift_fen >= 0)
);
--> statement-breakpoint
CREATE TABLE "device_listening" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamptz(3) NOT NULL,
	"seen" timestamptz(3) NOT NULL,
	CONSTRAINT "device_listening_one" CHECK ("device_listening"."one")
);
--> statement-breakpoint
CREATE TABLE "staff_pin" (
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"pin_hash" text NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "staff_pin_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "fee_child" DROP CONSTRAINT "fee_child_rules";--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "rules" jsonb;--> statement-breakpoint
ALTER TABLE "bill_line" ADD COLUMN "service_month" varchar(7);--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "gift_id" varchar(64);--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "basis_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "month_close" ADD COLUMN "figures" jsonb;--> statement-breakpoint
ALTER TABLE "fee_child" ADD COLUMN "leave_count_from" text DEFAULT 'EACH_DAY' NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_child" ADD COLUMN "leave_since" date;--> statement-breakpoint
ALTER TABLE "settlement" ADD COLUMN "book_day" date;--> statement-breakpoint
ALTER TABLE "screen_address" ADD COLUMN "kind" text DEFAULT 'HOUSE' NOT NULL;--> statement-breakpoint
ALTER TABLE "screen_address" ADD COLUMN "dept_ids" text[];--> statement-breakpoint
ALTER TABLE "bill_earned" ADD CONSTRAINT "bill_earned_bill" FOREIGN KEY ("org_id","bill_id") REFERENCES "public"."bill"("org_id","bill_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_day_way" ADD CONSTRAINT "cash_day_way_of" FOREIGN KEY ("org_id","day","user_id") REFERENCES "public"."cash_day"("org_id","day","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_note" ADD CONSTRAINT "refund_note_account" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."elder_account"("org_id","oldman_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_pin" ADD CONSTRAINT "staff_pin_account" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bill_earned_month" ON "bill_earned" USING btree ("org_id","month","category","amount_fen","discount_fen","subsidy_fen","oldman_id");--> statement-breakpoint
CREATE INDEX "refund_note_of" ON "refund_note" USING btree ("org_id","oldman_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "refund_note_group" ON "refund_note" USING btree ("org_id","group_id");--> statement-breakpoint
CREATE INDEX "bill_line_later" ON "bill_line" USING btree ("org_id","service_month") WHERE service_month < month;--> statement-breakpoint
CREATE INDEX "bill_line_no_bed" ON "bill_line" USING btree ("org_id","month") WHERE bed_id is null and category = '1';--> statement-breakpoint
CREATE INDEX "ledger_gift_of" ON "ledger" USING btree ("org_id","gift_id") WHERE gift_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_gift_elder" ON "ledger" USING btree ("org_id","oldman_id") WHERE gift_id is not null;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_gift_link" CHECK ((gift_id is null) = (basis_fen = 0) and (gift_id is null or trade_type in ('GIFT', 'LAPSE')));--> statement-breakpoint
ALTER TABLE "fee_child" ADD CONSTRAINT "fee_child_rules" CHECK (prorate in ('DAY', 'WHOLE', 'NONE') and billing in ('PRE', 'POST') and tax_rate between 0 and 100 and leave_count_from in ('EACH_DAY', 'FROM_NTH_DAY'));--> statement-breakpoint
ALTER TABLE "screen_address" ADD CONSTRAINT "screen_address_kind" CHECK ("screen_address"."kind" in ('HOUSE', 'ALARM') and ("screen_address"."kind" = 'ALARM' or "screen_address"."dept_ids" is null));--> statement-breakpoint
-- Every actual day of an absence counts from now on. What bills took off for absences that are over stays as it is.
UPDATE "fee_child" SET "leave_since" = current_date WHERE "leave_tiers" <> '[]';--> statement-breakpoint
-- Nothing comes into an account after the settlement of the last stay, until that is revoked or the elder returns.
CREATE FUNCTION "ledger_settled"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM oldman t JOIN settlement e ON e.org_id = t.org_id AND e.stay_id = (
      SELECT s.stay_id FROM stay s WHERE s.org_id = t.org_id AND s.oldman_id = t.oldman_id
      ORDER BY s.start_date DESC, s.created_at DESC, s.stay_id DESC LIMIT 1)
    WHERE t.org_id = NEW.org_id AND t.oldman_id = NEW.oldman_id AND t.status IN (1, 2, 4)
      AND e.state = 'CONFIRMED' AND NEW.at > e.confirmed_at) THEN
    PERFORM refuse_rule('account_settled', 'the account of ' || NEW.oldman_id || ' is settled');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_settled" BEFORE INSERT ON "ledger" FOR EACH ROW WHEN (NEW.reversal_of IS NULL
  AND (NEW.cash_fen > 0 OR NEW.balance_fen > 0 OR NEW.gift_fen > 0 OR NEW.deposit_fen > 0 OR NEW.booking_fen > 0))
  EXECUTE FUNCTION "ledger_settled"();--> statement-breakpoint
-- What a line is about. Corrections and waived absences say the month they are about; the bed of a fee of a bed is that of
-- the line they correct, else where the elder lived in these days.
CREATE FUNCTION "bill_line_about"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_closed(NEW.org_id, NEW.month, 'bill_month_closed');
  NEW.service_month := coalesce(NEW.service_month,
    CASE WHEN NEW.ref_kind IN ('month', 'manual') AND NEW.ref_id ~ '^[0-9]{4}-[0-9]{2}$' THEN NEW.ref_id END,
    to_char(NEW.date_from, 'YYYY-MM'), NEW.month);
  IF NEW.category <> '1' OR NEW.bed_id IS NOT NULL THEN RETURN NEW; END IF;
  NEW.bed_id := (SELECT l.bed_id FROM bill b JOIN bill_line l ON l.org_id = b.org_id AND l.bill_id = b.bill_id
    WHERE b.org_id = NEW.org_id AND b.oldman_id = NEW.oldman_id AND b.month >= NEW.service_month AND b.stage <> 'VOID'
      AND l.category = NEW.category AND l.service_month = NEW.service_month AND l.line_id <> NEW.line_id AND l.bed_id IS NOT NULL
    ORDER BY l.project_child_id IS NOT DISTINCT FROM NEW.project_child_id DESC, b.month, l.date_from DESC, l.sort DESC LIMIT 1);
  IF NEW.bed_id IS NULL THEN
    NEW.bed_id := (SELECT o.bed_id FROM occupancy o
      WHERE o.org_id = NEW.org_id AND o.oldman_id = NEW.oldman_id AND o.kind <> 'RESERVE' AND o.days && daterange(
        coalesce(NEW.date_from, (NEW.service_month || '-01')::date),
        greatest(NEW.date_from, coalesce(NEW.date_to, ((NEW.service_month || '-01')::date + interval '1 month - 1 day')::date)), '[]')
      ORDER BY o.kind <> 'STAY', lower(o.days) DESC LIMIT 1);
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- Closed is the last month that was closed and everything before it, also months without money: what came later into one
-- of those would move what the closed ones stand on. Closing waits for writes on their way, and they for it.
CREATE FUNCTION "closed_until"("org" text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT max(month) FROM month_close WHERE org_id = org AND closed
$$;--> statement-breakpoint
CREATE FUNCTION "first_open_day"("org" text) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT coalesce(((max(month) || '-01')::date + interval '1 month')::date, date '0001-01-01') FROM month_close WHERE org_id = org AND closed
$$;--> statement-breakpoint
CREATE FUNCTION "refuse_closed"("org" text, "of_month" text, "rule" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('month_close:' || org, 0));
  IF of_month <= closed_until(org) THEN
    PERFORM refuse_rule(rule, of_month || ' is closed');
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION "closed_day"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM refuse_closed(OLD.org_id, to_char(OLD.day, 'YYYY-MM'), TG_ARGV[0]); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM refuse_closed(NEW.org_id, to_char(NEW.day, 'YYYY-MM'), TG_ARGV[0]); END IF;
  RETURN coalesce(NEW, OLD);
END $$;--> statement-breakpoint
CREATE FUNCTION "closed_month"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM refuse_closed(OLD.org_id, OLD.month, TG_ARGV[0]); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM refuse_closed(NEW.org_id, NEW.month, TG_ARGV[0]); END IF;
  RETURN coalesce(NEW, OLD);
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_closed" BEFORE INSERT ON "ledger" FOR EACH ROW EXECUTE FUNCTION "closed_day"('ledger_month_closed');--> statement-breakpoint
CREATE TRIGGER "pay_share_closed" BEFORE INSERT ON "pay_share" FOR EACH ROW EXECUTE FUNCTION "closed_day"('ledger_month_closed');--> statement-breakpoint
CREATE TRIGGER "bill_closed" BEFORE INSERT ON "bill" FOR EACH ROW EXECUTE FUNCTION "closed_month"('bill_month_closed');--> statement-breakpoint
CREATE TRIGGER "bill_closed_changed" BEFORE UPDATE ON "bill" FOR EACH ROW
  WHEN ((OLD.stage, OLD.month, OLD.total_fen, OLD.discount_fen, OLD.subsidy_fen, OLD.oldman_id)
    IS DISTINCT FROM (NEW.stage, NEW.month, NEW.total_fen, NEW.discount_fen, NEW.subsidy_fen, NEW.oldman_id))
  EXECUTE FUNCTION "closed_month"('bill_month_closed');--> statement-breakpoint
CREATE TRIGGER "bill_line_about" BEFORE INSERT ON "bill_line" FOR EACH ROW EXECUTE FUNCTION "bill_line_about"();--> statement-breakpoint
CREATE TRIGGER "bill_line_closed" BEFORE UPDATE ON "bill_line" FOR EACH ROW
  WHEN ((OLD.month, OLD.category, OLD.project_child_id, OLD.amount_fen, OLD.discount_fen, OLD.subsidy_fen, OLD.bed_id)
    IS DISTINCT FROM (NEW.month, NEW.category, NEW.project_child_id, NEW.amount_fen, NEW.discount_fen, NEW.subsidy_fen, NEW.bed_id))
  EXECUTE FUNCTION "closed_month"('bill_month_closed');--> statement-breakpoint
CREATE TRIGGER "charge_closed" BEFORE INSERT OR DELETE ON "charge" FOR EACH ROW EXECUTE FUNCTION "closed_day"('charge_month_closed');--> statement-breakpoint
CREATE TRIGGER "charge_closed_changed" BEFORE UPDATE ON "charge" FOR EACH ROW
  WHEN ((OLD.day, OLD.kind, OLD.category, OLD.medical_kind, OLD.amount_fen, OLD.insured_fen, OLD.oldman_id, OLD.state = 'VOID')
    IS DISTINCT FROM (NEW.day, NEW.kind, NEW.category, NEW.medical_kind, NEW.amount_fen, NEW.insured_fen, NEW.oldman_id, NEW.state = 'VOID'))
  EXECUTE FUNCTION "closed_day"('charge_month_closed');--> statement-breakpoint
CREATE TRIGGER "cash_day_closed" BEFORE UPDATE ON "cash_day" FOR EACH ROW
  WHEN ((OLD.day, OLD.counted_fen, OLD.due_fen) IS DISTINCT FROM (NEW.day, NEW.counted_fen, NEW.due_fen))
  EXECUTE FUNCTION "closed_day"('cash_day_closed');--> statement-breakpoint
CREATE FUNCTION "reservation_closed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.booking_fen <> 0 THEN
    PERFORM refuse_closed(OLD.org_id, to_char(OLD.reserve_date, 'YYYY-MM'), 'reservation_month_closed');
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.booking_fen <> 0 THEN
    PERFORM refuse_closed(NEW.org_id, to_char(NEW.reserve_date, 'YYYY-MM'), 'reservation_month_closed');
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;--> statement-breakpoint
CREATE TRIGGER "reservation_closed" BEFORE INSERT OR DELETE ON "reservation" FOR EACH ROW EXECUTE FUNCTION "reservation_closed"();--> statement-breakpoint
CREATE TRIGGER "reservation_closed_changed" BEFORE UPDATE ON "reservation" FOR EACH ROW
  WHEN ((OLD.reserve_date, OLD.booking_fen) IS DISTINCT FROM (NEW.reserve_date, NEW.booking_fen)) EXECUTE FUNCTION "reservation_closed"();--> statement-breakpoint
-- A settlement counts for the day of leaving; where that month is closed by then, for the first day that is open.
CREATE FUNCTION "settlement_booked"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('month_close:' || NEW.org_id, 0));
  IF TG_OP = 'UPDATE' AND OLD.book_day IS NOT NULL AND (OLD.state, OLD.refund_fen, OLD.statement, OLD.book_day, OLD.form ->> 'refundWay')
      IS DISTINCT FROM (NEW.state, NEW.refund_fen, NEW.statement, NEW.book_day, NEW.form ->> 'refundWay') THEN
    PERFORM refuse_closed(OLD.org_id, to_char(OLD.book_day, 'YYYY-MM'), 'settlement_month_closed');
  END IF;
  IF NEW.state <> 'CONFIRMED' THEN
    NEW.book_day := NULL;
  ELSIF NEW.book_day IS NULL THEN
    NEW.book_day := greatest(NEW.checkout_date, first_open_day(NEW.org_id));
  ELSIF TG_OP = 'UPDATE' AND OLD.checkout_date <> NEW.checkout_date AND OLD.book_day = OLD.checkout_date
      AND OLD.book_day >= first_open_day(NEW.org_id) THEN
    NEW.book_day := greatest(NEW.checkout_date, first_open_day(NEW.org_id));
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "settlement_booked" BEFORE INSERT OR UPDATE ON "settlement" FOR EACH ROW EXECUTE FUNCTION "settlement_booked"();--> statement-breakpoint
-- Only the last closed month opens again: the ones behind it stand on it.
CREATE FUNCTION "month_close_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM month_close c WHERE c.org_id = OLD.org_id AND c.month > OLD.month AND c.closed) THEN
    PERFORM refuse_rule('month_close_order', 'a month behind ' || OLD.month || ' is closed');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "month_close_order" BEFORE UPDATE ON "month_close" FOR EACH ROW WHEN (OLD.closed AND NOT NEW.closed)
  EXECUTE FUNCTION "month_close_order"();--> statement-breakpoint
CREATE FUNCTION "bill_earns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bill_earned (org_id, bill_id, category, back, oldman_id, month, amount_fen, discount_fen, subsidy_fen)
  SELECT NEW.org_id, NEW.bill_id, e.category, e.back, NEW.oldman_id, NEW.month, e.amount, e.discount, e.subsidy FROM (
    SELECT category, false AS back, sum(amount_fen) AS amount, sum(discount_fen) AS discount, sum(subsidy_fen) AS subsidy
    FROM bill_line WHERE NEW.stage = 'ISSUED' AND org_id = NEW.org_id AND bill_id = NEW.bill_id GROUP BY category
    UNION ALL SELECT category, true, -amount_fen, -discount_fen, -subsidy_fen
    FROM bill_earned WHERE NEW.stage = 'VOID' AND org_id = NEW.org_id AND bill_id = NEW.bill_id AND NOT back) e;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "bill_earns" AFTER UPDATE ON "bill" FOR EACH ROW WHEN (OLD.stage IS DISTINCT FROM NEW.stage) EXECUTE FUNCTION "bill_earns"();--> statement-breakpoint
INSERT INTO bill_earned (org_id, bill_id, category, back, oldman_id, month, amount_fen, discount_fen, subsidy_fen)
SELECT b.org_id, b.bill_id, l.category, x.back, b.oldman_id, b.month, sum(x.sign * l.amount_fen), sum(x.sign * l.discount_fen), sum(x.sign * l.subsidy_fen)
FROM bill b JOIN bill_line l ON l.org_id = b.org_id AND l.bill_id = b.bill_id
JOIN (VALUES (false, 1), (true, -1)) AS x(back, sign) ON NOT x.back OR b.stage = 'VOID'
WHERE b.stage <> 'DRAFT' GROUP BY 1, 2, 3, 4, 5, 6;--> statement-breakpoint
CREATE TRIGGER "bill_earned_append_only" BEFORE UPDATE OR DELETE ON "bill_earned" FOR EACH ROW EXECUTE FUNCTION "append_only"();--> statement-breakpoint
CREATE TRIGGER "bill_earned_no_truncate" BEFORE TRUNCATE ON "bill_earned" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();--> statement-breakpoint
CREATE TRIGGER "bill_earned_by_bill" BEFORE INSERT ON "bill_earned" FOR EACH ROW EXECUTE FUNCTION "only_by_ledger"();--> statement-breakpoint
-- Lines that are there already: what they are about, and for corrections what they correct.
ALTER TABLE "bill_line" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE bill_line SET service_month = coalesce(CASE WHEN ref_kind IN ('month', 'manual') AND ref_id ~ '^[0-9]{4}-[0-9]{2}$' THEN ref_id END,
  to_char(date_from, 'YYYY-MM'), month);--> statement-breakpoint
UPDATE bill_line l SET bed_id = o.bed_id
FROM bill_line n JOIN LATERAL (SELECT x.bed_id FROM bill b JOIN bill_line x ON x.org_id = b.org_id AND x.bill_id = b.bill_id
  WHERE b.org_id = n.org_id AND b.oldman_id = n.oldman_id AND b.month >= n.service_month AND b.stage <> 'VOID' AND x.category = n.category
    AND x.service_month = n.service_month AND x.line_id <> n.line_id AND x.bed_id IS NOT NULL
  ORDER BY x.project_child_id IS NOT DISTINCT FROM n.project_child_id DESC, b.month, x.date_from DESC, x.sort DESC LIMIT 1) o ON true
WHERE l.org_id = n.org_id AND l.line_id = n.line_id AND n.category = '1' AND n.bed_id IS NULL;--> statement-breakpoint
UPDATE bill_line l SET bed_id = o.bed_id FROM bill_line n JOIN LATERAL (SELECT o.bed_id FROM occupancy o
  WHERE o.org_id = n.org_id AND o.oldman_id = n.oldman_id AND o.kind <> 'RESERVE' AND o.days && daterange(
    coalesce(n.date_from, (n.service_month || '-01')::date),
    greatest(n.date_from, coalesce(n.date_to, ((n.service_month || '-01')::date + interval '1 month - 1 day')::date)), '[]')
  ORDER BY o.kind <> 'STAY', lower(o.days) DESC LIMIT 1) o ON true
WHERE l.org_id = n.org_id AND l.line_id = n.line_id AND n.category = '1' AND n.bed_id IS NULL;--> statement-breakpoint
ALTER TABLE "bill_line" ENABLE TRIGGER USER;--> statement-breakpoint
UPDATE settlement SET book_day = checkout_date WHERE state = 'CONFIRMED';--> statement-breakpoint
-- Gifts that were given before are linked to the prestore of their act; those taken over from elsewhere have none and stay.
ALTER TABLE "ledger" DISABLE TRIGGER "ledger_append_only";--> statement-breakpoint
UPDATE ledger g SET gift_id = coalesce(g.reversal_of, g.entry_id), basis_fen = CASE WHEN g.reversal_of IS NULL THEN p.fen ELSE -p.fen END
FROM ledger o, LATERAL (SELECT sum(x.balance_fen)::bigint AS fen FROM ledger x WHERE x.org_id = o.org_id AND x.group_id = o.group_id
  AND x.oldman_id = o.oldman_id AND x.trade_type = 'PRESTORE' AND x.reversal_of IS NULL) p
WHERE g.trade_type = 'GIFT' AND o.org_id = g.org_id AND o.entry_id = coalesce(g.reversal_of, g.entry_id) AND p.fen > 0;--> statement-breakpoint
ALTER TABLE "ledger" ENABLE TRIGGER "ledger_append_only";--> statement-breakpoint
-- Of a gift never more is out than the money that is still in has earned. Rules that gave more than the money itself are old
-- ones; there the money that leaves pays what it can.
CREATE FUNCTION "ledger_gift_whole"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  g record;
BEGIN
  SELECT sum(basis_fen) AS still, sum(promo_fen) AS given, max(basis_fen) FILTER (WHERE entry_id = gift_id) AS basis,
    max(promo_fen) FILTER (WHERE entry_id = gift_id) AS gift INTO g
  FROM ledger WHERE org_id = NEW.org_id AND gift_id = NEW.gift_id AND oldman_id = NEW.oldman_id;
  IF g.basis IS NULL OR g.basis <= 0 OR g.still < 0 OR g.given < 0 OR (g.gift <= g.basis AND g.given * g.basis > g.gift * g.still) THEN
    PERFORM refuse_rule('ledger_gift_whole', 'gift ' || NEW.gift_id || ' is not covered by the money that earned it');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_gift_whole" AFTER INSERT ON "ledger" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.gift_id IS NOT NULL) EXECUTE FUNCTION "ledger_gift_whole"();--> statement-breakpoint
-- Refunds that were paid before get their paper: under their number, or that of their settlement.
INSERT INTO refund_note (org_id, refund_id, refund_no, oldman_id, group_id, settle_id, day, oldman_name, bed_path, lines, ways,
  amount_fen, payee, reason, user_id, user_name, state, created_at)
SELECT l.org_id, l.entry_id, coalesce(l.doc_no, 'TK-' || coalesce(s.settle_no, l.entry_id) || CASE WHEN n.n > 1 THEN '-' || n.n ELSE '' END),
  l.oldman_id, l.group_id, l.settle_id, l.day, t.oldman_name, NULL,
  jsonb_build_array(jsonb_build_object('item', CASE l.trade_type WHEN 'REFUND_BALANCE' THEN '余额退款' WHEN 'REFUND_DEPOSIT' THEN '退押金'
    WHEN 'REFUND_BOOKING' THEN '退预订金' ELSE '退住退款' END, 'month', NULL, 'amountFen', -l.cash_fen)),
  jsonb_build_array(jsonb_build_object('name', CASE l.way WHEN 2 THEN '现金' WHEN 3 THEN '微信线下' WHEN 4 THEN '支付宝线下' WHEN 5 THEN '银联线下'
    WHEN 8 THEN '转账' WHEN 10 THEN '微信扫码（主扫）' WHEN 11 THEN '微信扫码（被扫）' WHEN 12 THEN '支付宝扫码（主扫）'
    WHEN 13 THEN '支付宝扫码（被扫）' ELSE '其他' END, 'amountFen', -l.cash_fen)),
  -l.cash_fen, CASE WHEN l.trade_type = 'REFUND_CHECKOUT' THEN l.remark END,
  coalesce(CASE WHEN l.trade_type <> 'REFUND_CHECKOUT' THEN l.remark END, l.content), l.user_id, l.user_name,
  CASE WHEN EXISTS (SELECT FROM ledger r WHERE r.org_id = l.org_id AND r.reversal_of = l.entry_id) THEN 'VOID' ELSE 'NORMAL' END, l.at
FROM ledger l JOIN oldman t ON t.org_id = l.org_id AND t.oldman_id = l.oldman_id
LEFT JOIN settlement s ON s.org_id = l.org_id AND s.settle_id = l.settle_id
JOIN LATERAL (SELECT count(*) AS n FROM ledger x WHERE x.org_id = l.org_id AND x.settle_id = l.settle_id AND x.trade_type = l.trade_type
  AND x.reversal_of IS NULL AND x.oldman_id = l.oldman_id AND x.seq <= l.seq) n ON true
WHERE l.trade_type IN ('REFUND_BALANCE', 'REFUND_DEPOSIT', 'REFUND_BOOKING', 'REFUND_CHECKOUT') AND l.reversal_of IS NULL AND l.cash_fen < 0;
