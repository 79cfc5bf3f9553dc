CREATE TABLE "bill_sum" (
	"org_id" varchar(64) NOT NULL,
	"month" varchar(7) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"bills" integer NOT NULL,
	"receivable_fen" bigint NOT NULL,
	"discount_fen" bigint NOT NULL,
	"paid_fen" bigint NOT NULL,
	"before_fen" bigint NOT NULL,
	CONSTRAINT "bill_sum_org_id_oldman_id_month_pk" PRIMARY KEY("org_id","oldman_id","month")
);
--> statement-breakpoint
CREATE TABLE "house_elder" (
	"org_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "house_elder_org_id_oldman_id_pk" PRIMARY KEY("org_id","oldman_id")
);
--> statement-breakpoint
CREATE TABLE "house_ledger" (
	"org_id" varchar(64) NOT NULL,
	"month" date NOT NULL,
	"trade_class" integer NOT NULL,
	"trade_type" text NOT NULL,
	"way" integer NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"refund" boolean NOT NULL,
	"entries" integer NOT NULL,
	"amount_fen" bigint NOT NULL,
	"cash_fen" bigint DEFAULT 0 NOT NULL,
	"receivable_fen" bigint DEFAULT 0 NOT NULL,
	"discount_fen" bigint DEFAULT 0 NOT NULL,
	"subsidy_fen" bigint DEFAULT 0 NOT NULL,
	"promo_fen" bigint DEFAULT 0 NOT NULL,
	"transit_fen" bigint DEFAULT 0 NOT NULL,
	"opening_fen" bigint DEFAULT 0 NOT NULL,
	"balance_fen" bigint DEFAULT 0 NOT NULL,
	"gift_fen" bigint DEFAULT 0 NOT NULL,
	"deposit_fen" bigint DEFAULT 0 NOT NULL,
	"booking_fen" bigint DEFAULT 0 NOT NULL,
	"income_fen" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "house_ledger_org_id_month_trade_type_way_user_id_pk" PRIMARY KEY("org_id","month","trade_type","way","user_id")
);
--> statement-breakpoint
CREATE TABLE "house_line" (
	"org_id" varchar(64) NOT NULL,
	"month" date NOT NULL,
	"category" text NOT NULL,
	"project_child_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"leave" boolean NOT NULL,
	"lines" integer NOT NULL,
	"quantity" bigint NOT NULL,
	"amount_fen" bigint NOT NULL,
	"discount_fen" bigint NOT NULL,
	"subsidy_fen" bigint NOT NULL,
	"paid_fen" bigint NOT NULL,
	"elders" "bytea" NOT NULL,
	CONSTRAINT "house_line_org_id_month_category_project_child_id_name_leave_pk" PRIMARY KEY("org_id","month","category","project_child_id","name","leave")
);
--> statement-breakpoint
CREATE TABLE "house_mark" (
	"org_id" varchar(64) NOT NULL,
	"month" date NOT NULL,
	"mark" bigint GENERATED ALWAYS AS IDENTITY (sequence name "house_mark_mark_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "house_mark_org_id_month_mark_pk" PRIMARY KEY("org_id","month","mark")
);
--> statement-breakpoint
CREATE TABLE "house_month" (
	"org_id" varchar(64) NOT NULL,
	"month" date NOT NULL,
	"kept_at" timestamptz(3) NOT NULL,
	CONSTRAINT "house_month_org_id_month_pk" PRIMARY KEY("org_id","month")
);
--> statement-breakpoint
CREATE TABLE "house_share" (
	"org_id" varchar(64) NOT NULL,
	"month" date NOT NULL,
	"category" text NOT NULL,
	"way" integer NOT NULL,
	"paid_from" text NOT NULL,
	"refund" boolean NOT NULL,
	"shares" integer NOT NULL,
	"amount_fen" bigint NOT NULL,
	CONSTRAINT "house_share_org_id_month_category_way_paid_from_refund_pk" PRIMARY KEY("org_id","month","category","way","paid_from","refund")
);
--> statement-breakpoint
DROP INDEX "bill_line_bed";--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "paid_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "doc_no" text;--> statement-breakpoint
CREATE INDEX "bill_sum_month" ON "bill_sum" USING btree ("org_id","month");--> statement-breakpoint
CREATE INDEX "bill_sum_differs" ON "bill_sum" USING btree ("org_id","month") WHERE receivable_fen <> before_fen;--> statement-breakpoint
CREATE UNIQUE INDEX "bill_line_charge" ON "bill_line" USING btree ("org_id","ref_id","bill_id") WHERE ref_kind = 'charge';--> statement-breakpoint
CREATE INDEX "charge_medical" ON "charge" USING btree ("org_id","day","medical_kind","amount_fen","insured_fen","paid_fen","oldman_id") WHERE kind = 'MEDICAL' and state <> 'VOID';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_doc" ON "ledger" USING btree ("org_id","doc_no") WHERE doc_no is not null;--> statement-breakpoint
CREATE INDEX "bill_line_bed" ON "bill_line" USING btree ("org_id","month","bed_id","amount_fen","discount_fen","subsidy_fen","paid_fen","bill_id") WHERE bed_id is not null and category = '1';--> statement-breakpoint
-- The sums of an elder's bills by month follow the bills.
CREATE FUNCTION "bill_summed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was int := (OLD.stage = 'ISSUED')::int;
  is_now int := (NEW.stage = 'ISSUED')::int;
BEGIN
  INSERT INTO bill_sum AS s (org_id, month, oldman_id, bills, receivable_fen, discount_fen, paid_fen, before_fen)
  VALUES (NEW.org_id, NEW.month, NEW.oldman_id, is_now - was, NEW.receivable_fen * is_now - OLD.receivable_fen * was,
    NEW.discount_fen * is_now - OLD.discount_fen * was, NEW.paid_fen * is_now - OLD.paid_fen * was, 0)
  ON CONFLICT (org_id, oldman_id, month) DO UPDATE SET bills = s.bills + excluded.bills,
    receivable_fen = s.receivable_fen + excluded.receivable_fen, discount_fen = s.discount_fen + excluded.discount_fen,
    paid_fen = s.paid_fen + excluded.paid_fen;
  IF was <> is_now THEN
    INSERT INTO bill_sum AS s (org_id, month, oldman_id, bills, receivable_fen, discount_fen, paid_fen, before_fen)
    VALUES (NEW.org_id, to_char((NEW.month || '-01')::date + interval '1 month', 'YYYY-MM'), NEW.oldman_id, 0, 0, 0, 0,
      NEW.receivable_fen * is_now - OLD.receivable_fen * was)
    ON CONFLICT (org_id, oldman_id, month) DO UPDATE SET before_fen = s.before_fen + excluded.before_fen;
  END IF;
  -- Also bills of nothing, which have no entry.
  IF was <> is_now AND NEW.month < to_char(current_date, 'YYYY-MM') THEN
    INSERT INTO house_mark (org_id, month) VALUES (NEW.org_id, (NEW.month || '-01')::date);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "bill_summed" AFTER UPDATE ON "bill" FOR EACH ROW
  WHEN (OLD.stage IS DISTINCT FROM NEW.stage OR OLD.paid_fen IS DISTINCT FROM NEW.paid_fen) EXECUTE FUNCTION "bill_summed"();--> statement-breakpoint
CREATE TRIGGER "bill_sum_by_ledger" BEFORE INSERT OR UPDATE OR DELETE ON "bill_sum" FOR EACH ROW EXECUTE FUNCTION "only_by_ledger"();--> statement-breakpoint
-- What is written for a month that has passed is told to whoever keeps the sums of the house.
CREATE FUNCTION "ledger_marks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO house_mark (org_id, month)
  SELECT DISTINCT org_id, m FROM (
    SELECT org_id, date_trunc('month', day)::date AS m FROM added
    UNION ALL SELECT org_id, (bill_month || '-01')::date FROM added WHERE bill_month IS NOT NULL) x
  WHERE m < date_trunc('month', current_date);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_marks" AFTER INSERT ON "ledger" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "ledger_marks"();--> statement-breakpoint
ALTER TABLE "bill_sum" DISABLE TRIGGER "bill_sum_by_ledger";--> statement-breakpoint
INSERT INTO bill_sum (org_id, month, oldman_id, bills, receivable_fen, discount_fen, paid_fen, before_fen)
WITH s AS (SELECT org_id, month, oldman_id, count(*) AS bills, sum(receivable_fen) AS asked, sum(discount_fen) AS discount,
    sum(paid_fen) AS paid FROM bill WHERE stage = 'ISSUED' GROUP BY org_id, month, oldman_id)
SELECT org_id, month, oldman_id, sum(bills), sum(asked), sum(discount), sum(paid), sum(before) FROM (
  SELECT org_id, month, oldman_id, bills, asked, discount, paid, 0 AS before FROM s
  UNION ALL SELECT org_id, to_char((month || '-01')::date + interval '1 month', 'YYYY-MM'), oldman_id, 0, 0, 0, 0, asked FROM s) x
GROUP BY org_id, month, oldman_id;--> statement-breakpoint
ALTER TABLE "bill_sum" ENABLE TRIGGER "bill_sum_by_ledger";--> statement-breakpoint
-- What is paid on the line of a charge stands on the charge too.
CREATE OR REPLACE FUNCTION "pay_share_paid"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH paid AS (
    UPDATE bill_line l SET paid_fen = l.paid_fen + s.amount FROM (
      SELECT org_id, line_id, sum(amount_fen) AS amount FROM added GROUP BY org_id, line_id) s
    WHERE l.org_id = s.org_id AND l.line_id = s.line_id RETURNING l.org_id, l.ref_kind, l.ref_id, l.paid_fen)
  UPDATE charge c SET paid_fen = p.paid_fen FROM paid p
  WHERE p.ref_kind = 'charge' AND c.org_id = p.org_id AND c.charge_id = p.ref_id;
  INSERT INTO pay_share_month AS m (org_id, month, oldman_id, category, way, paid_from, refund, shares, amount_fen)
  SELECT org_id, date_trunc('month', day), oldman_id, category, way, paid_from, refund, count(*), sum(amount_fen)
  FROM added GROUP BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (org_id, oldman_id, month, category, way, paid_from, refund)
    DO UPDATE SET shares = m.shares + excluded.shares, amount_fen = m.amount_fen + excluded.amount_fen;
  RETURN NULL;
END $$;--> statement-breakpoint
UPDATE charge c SET paid_fen = l.paid_fen FROM bill_line l WHERE l.org_id = c.org_id AND l.ref_kind = 'charge' AND l.ref_id = c.charge_id
  AND l.bill_id = c.bill_id AND l.paid_fen <> 0;
