CREATE TABLE "bill" (
	"org_id" varchar(64) NOT NULL,
	"bill_id" varchar(64) NOT NULL,
	"bill_no" text NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"stay_id" varchar(64),
	"month" varchar(7) NOT NULL,
	"kind" text NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"bed_path" text,
	"level_name" text,
	"total_fen" bigint DEFAULT 0 NOT NULL,
	"discount_fen" bigint DEFAULT 0 NOT NULL,
	"subsidy_fen" bigint DEFAULT 0 NOT NULL,
	"receivable_fen" bigint GENERATED ALWAYS AS (total_fen - discount_fen - subsidy_fen) STORED NOT NULL,
	"paid_fen" bigint DEFAULT 0 NOT NULL,
	"due_date" date NOT NULL,
	"stage" text DEFAULT 'DRAFT' NOT NULL,
	"state" text GENERATED ALWAYS AS (case when stage <> 'ISSUED' then stage when paid_fen >= total_fen - discount_fen - subsidy_fen then 'PAID' when paid_fen > 0 then 'PART' else 'DUE' end) STORED NOT NULL,
	"rule_id" varchar(64),
	"rule_name" text,
	"settle_id" varchar(64),
	"remark" text,
	"void_reason" text,
	"issued_at" timestamptz(3),
	"issued_by" text,
	"settled_at" timestamptz(3),
	"made_by" text NOT NULL,
	"printed_times" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "bill_org_id_bill_id_pk" PRIMARY KEY("org_id","bill_id"),
	CONSTRAINT "bill_no" UNIQUE("org_id","bill_no"),
	CONSTRAINT "bill_kind" CHECK ("bill"."kind" in ('MONTH', 'ONCE', 'FINAL')),
	CONSTRAINT "bill_stage" CHECK ("bill"."stage" in ('DRAFT', 'ISSUED', 'VOID')),
	CONSTRAINT "bill_month_form" CHECK ("bill"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "bill_period" CHECK ("bill"."period_end" >= "bill"."period_start"),
	CONSTRAINT "bill_reductions" CHECK (discount_fen >= 0 and subsidy_fen >= 0),
	CONSTRAINT "bill_receivable" CHECK (stage = 'DRAFT' or total_fen - discount_fen - subsidy_fen >= 0),
	CONSTRAINT "bill_paid" CHECK (paid_fen >= 0 and paid_fen <= greatest(total_fen - discount_fen - subsidy_fen, 0)),
	CONSTRAINT "bill_void" CHECK (stage <> 'VOID' or paid_fen = 0)
);
--> statement-breakpoint
CREATE TABLE "bill_line" (
	"org_id" varchar(64) NOT NULL,
	"line_id" varchar(64) NOT NULL,
	"bill_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"month" varchar(7) NOT NULL,
	"sort" integer NOT NULL,
	"project_child_id" varchar(64),
	"category" text NOT NULL,
	"name" text NOT NULL,
	"spec" text,
	"cycle" text NOT NULL,
	"unit" text,
	"price_fen" bigint NOT NULL,
	"quantity" bigint NOT NULL,
	"days" integer,
	"amount_fen" bigint NOT NULL,
	"discount_fen" bigint DEFAULT 0 NOT NULL,
	"subsidy_fen" bigint DEFAULT 0 NOT NULL,
	"paid_fen" bigint DEFAULT 0 NOT NULL,
	"source" text NOT NULL,
	"date_from" date,
	"date_to" date,
	"basis" text,
	"bed_id" varchar(64),
	"ref_kind" text,
	"ref_id" varchar(64),
	CONSTRAINT "bill_line_org_id_line_id_pk" PRIMARY KEY("org_id","line_id"),
	CONSTRAINT "bill_line_source" CHECK ("bill_line"."source" in ('CYCLE', 'ONCE', 'MEDICAL', 'SALOON', 'ADJUST', 'LEAVE', 'CARRY', 'DAMAGE')),
	CONSTRAINT "bill_line_reductions" CHECK (discount_fen >= 0 and subsidy_fen >= 0)
);
--> statement-breakpoint
CREATE TABLE "charge" (
	"org_id" varchar(64) NOT NULL,
	"charge_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"project_child_id" varchar(64),
	"category" text NOT NULL,
	"name" text NOT NULL,
	"medical_kind" text,
	"unit" text,
	"price_fen" bigint NOT NULL,
	"quantity" bigint DEFAULT 1000 NOT NULL,
	"amount_fen" bigint NOT NULL,
	"insured_fen" bigint DEFAULT 0 NOT NULL,
	"day" date NOT NULL,
	"ordered_by" text,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"bill_id" varchar(64),
	"remark" text,
	"void_reason" text,
	"user_id" varchar(64),
	"user_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "charge_org_id_charge_id_pk" PRIMARY KEY("org_id","charge_id"),
	CONSTRAINT "charge_kind" CHECK ("charge"."kind" in ('ONCE', 'MEDICAL', 'SALOON', 'DAMAGE', 'ADJUST')),
	CONSTRAINT "charge_state" CHECK ("charge"."state" in ('WAITING', 'BILLED', 'VOID')),
	CONSTRAINT "charge_billed" CHECK ((state = 'BILLED') = (bill_id is not null)),
	CONSTRAINT "charge_amount" CHECK ((kind = 'ADJUST' and amount_fen <> 0) or amount_fen > 0),
	CONSTRAINT "charge_insured" CHECK (insured_fen >= 0 and insured_fen <= greatest(amount_fen, 0))
);
--> statement-breakpoint
CREATE TABLE "account_month" (
	"org_id" varchar(64) NOT NULL,
	"month" date NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"balance_fen" bigint DEFAULT 0 NOT NULL,
	"gift_fen" bigint DEFAULT 0 NOT NULL,
	"deposit_fen" bigint DEFAULT 0 NOT NULL,
	"prestore_fen" bigint DEFAULT 0 NOT NULL,
	"given_fen" bigint DEFAULT 0 NOT NULL,
	"spent_fen" bigint DEFAULT 0 NOT NULL,
	"refund_fen" bigint DEFAULT 0 NOT NULL,
	"out_fen" bigint DEFAULT 0 NOT NULL,
	"deposit_taken_fen" bigint DEFAULT 0 NOT NULL,
	"deposit_refund_fen" bigint DEFAULT 0 NOT NULL,
	"deposit_out_fen" bigint DEFAULT 0 NOT NULL,
	"deposit_pays_fen" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "account_month_org_id_month_oldman_id_pk" PRIMARY KEY("org_id","month","oldman_id")
);
--> statement-breakpoint
CREATE TABLE "cash_day" (
	"org_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"user_name" text NOT NULL,
	"counted_fen" bigint,
	"due_fen" bigint,
	"remark" text,
	"handed_to" varchar(64),
	"handed_name" text,
	"handed_at" timestamptz(3),
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "cash_day_org_id_day_user_id_pk" PRIMARY KEY("org_id","day","user_id"),
	CONSTRAINT "cash_day_counted" CHECK (("cash_day"."counted_fen" is null) = ("cash_day"."handed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"org_id" varchar(64) NOT NULL,
	"entry_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"seq" integer NOT NULL,
	"day" date NOT NULL,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"trade_class" integer NOT NULL,
	"trade_type" text NOT NULL,
	"way" integer,
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
	"balance_after" bigint NOT NULL,
	"gift_after" bigint NOT NULL,
	"deposit_after" bigint NOT NULL,
	"booking_after" bigint NOT NULL,
	"owed_after" bigint NOT NULL,
	"bill_id" varchar(64),
	"bill_month" varchar(7),
	"settle_id" varchar(64),
	"pay_id" varchar(64),
	"receipt_id" varchar(64),
	"group_id" varchar(64) NOT NULL,
	"reversal_of" varchar(64),
	"rule_id" varchar(64),
	"refund" boolean GENERATED ALWAYS AS (trade_class = 4 or trade_type = 'REFUND_DEPOSIT') STORED NOT NULL,
	"user_id" varchar(64),
	"user_name" text NOT NULL,
	"content" text NOT NULL,
	"remark" text,
	CONSTRAINT "ledger_org_id_entry_id_pk" PRIMARY KEY("org_id","entry_id"),
	CONSTRAINT "ledger_seq" UNIQUE("org_id","oldman_id","seq"),
	CONSTRAINT "ledger_balanced" CHECK (cash_fen + receivable_fen + discount_fen + subsidy_fen + promo_fen + transit_fen + opening_fen
        = balance_fen + gift_fen + deposit_fen + booking_fen + income_fen),
	CONSTRAINT "ledger_amount" CHECK (amount_fen <> 0 and (reversal_of is null or amount_fen < 0) and (reversal_of is not null or amount_fen > 0)),
	CONSTRAINT "ledger_after" CHECK (balance_after >= 0 and gift_after >= 0 and deposit_after >= 0 and booking_after >= 0 and owed_after >= 0),
	CONSTRAINT "ledger_way" CHECK ((cash_fen <> 0) = (way is not null and way <> 1)),
	CONSTRAINT "ledger_income" CHECK ((income_fen = 0 and receivable_fen = 0 and discount_fen = 0 and subsidy_fen = 0) or bill_id is not null),
	CONSTRAINT "ledger_bill_month" CHECK ((bill_id is null) = (bill_month is null)),
	CONSTRAINT "ledger_trade_class" CHECK (trade_class between 0 and 6)
);
--> statement-breakpoint
CREATE TABLE "ledger_month" (
	"org_id" varchar(64) NOT NULL,
	"month" date NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
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
	CONSTRAINT "ledger_month_org_id_oldman_id_month_trade_type_way_user_id_pk" PRIMARY KEY("org_id","oldman_id","month","trade_type","way","user_id")
);
--> statement-breakpoint
CREATE TABLE "month_close" (
	"org_id" varchar(64) NOT NULL,
	"month" varchar(7) NOT NULL,
	"closed" boolean DEFAULT true NOT NULL,
	"entries" integer NOT NULL,
	"cash_fen" bigint NOT NULL,
	"income_fen" bigint NOT NULL,
	"closed_by" varchar(64) NOT NULL,
	"closed_name" text NOT NULL,
	"closed_at" timestamptz(3) DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "month_close_org_id_month_pk" PRIMARY KEY("org_id","month"),
	CONSTRAINT "month_close_month" CHECK ("month_close"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "pay_share" (
	"org_id" varchar(64) NOT NULL,
	"entry_id" varchar(64) NOT NULL,
	"line_id" varchar(64) NOT NULL,
	"bill_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"category" text NOT NULL,
	"project_child_id" varchar(64),
	"way" integer NOT NULL,
	"paid_from" text NOT NULL,
	"refund" boolean NOT NULL,
	"user_id" varchar(64),
	"amount_fen" bigint NOT NULL,
	CONSTRAINT "pay_share_org_id_entry_id_line_id_pk" PRIMARY KEY("org_id","entry_id","line_id"),
	CONSTRAINT "pay_share_from" CHECK (paid_from in ('BALANCE', 'GIFT', 'DEPOSIT', 'BOOKING', 'CASH'))
);
--> statement-breakpoint
CREATE TABLE "pay_share_month" (
	"org_id" varchar(64) NOT NULL,
	"month" date NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"category" text NOT NULL,
	"way" integer NOT NULL,
	"paid_from" text NOT NULL,
	"refund" boolean NOT NULL,
	"shares" integer NOT NULL,
	"amount_fen" bigint NOT NULL,
	CONSTRAINT "pay_share_month_org_id_oldman_id_month_category_way_paid_from_refund_pk" PRIMARY KEY("org_id","oldman_id","month","category","way","paid_from","refund")
);
--> statement-breakpoint
CREATE TABLE "reopen_request" (
	"org_id" varchar(64) NOT NULL,
	"request_id" varchar(64) NOT NULL,
	"month" varchar(7) NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'ASKED' NOT NULL,
	"asked_by" varchar(64) NOT NULL,
	"asked_name" text NOT NULL,
	"decided_by" varchar(64),
	"decided_name" text,
	"decided_at" timestamptz(3),
	"decision" text,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "reopen_request_org_id_request_id_pk" PRIMARY KEY("org_id","request_id"),
	CONSTRAINT "reopen_request_state" CHECK ("reopen_request"."state" in ('ASKED', 'AGREED', 'REFUSED')),
	CONSTRAINT "reopen_request_people" CHECK ("reopen_request"."decided_by" is null or "reopen_request"."decided_by" <> "reopen_request"."asked_by")
);
--> statement-breakpoint
CREATE TABLE "pay_order" (
	"org_id" varchar(64) NOT NULL,
	"pay_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"way" integer NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"wish" jsonb NOT NULL,
	"code_url" text,
	"provider" text NOT NULL,
	"provider_no" text,
	"expires_at" timestamptz(3) NOT NULL,
	"paid_at" timestamptz(3),
	"failure" text,
	"group_id" varchar(64),
	"user_id" varchar(64) NOT NULL,
	"user_name" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "pay_order_org_id_pay_id_pk" PRIMARY KEY("org_id","pay_id"),
	CONSTRAINT "pay_order_state" CHECK ("pay_order"."state" in ('WAITING', 'PAYING', 'PAID', 'FAILED', 'CLOSED', 'REFUNDED')),
	CONSTRAINT "pay_order_amount" CHECK (amount_fen > 0),
	CONSTRAINT "pay_order_booked" CHECK ((state in ('PAID', 'REFUNDED')) = (group_id is not null))
);
--> statement-breakpoint
CREATE TABLE "receipt" (
	"org_id" varchar(64) NOT NULL,
	"receipt_id" varchar(64) NOT NULL,
	"receipt_no" text NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"group_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"oldman_name" text NOT NULL,
	"bed_path" text,
	"payer" text,
	"lines" jsonb NOT NULL,
	"ways" jsonb NOT NULL,
	"amount_fen" bigint NOT NULL,
	"payee" text NOT NULL,
	"user_id" varchar(64),
	"remark" text,
	"printed_times" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'NORMAL' NOT NULL,
	"red_of" varchar(64),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "receipt_org_id_receipt_id_pk" PRIMARY KEY("org_id","receipt_id"),
	CONSTRAINT "receipt_no" UNIQUE("org_id","receipt_no"),
	CONSTRAINT "receipt_state" CHECK ("receipt"."state" in ('NORMAL', 'REDDED', 'RED')),
	CONSTRAINT "receipt_red_amount" CHECK ((red_of is not null) = (state = 'RED') and (state = 'RED') = (amount_fen < 0))
);
--> statement-breakpoint
CREATE TABLE "remind_log" (
	"org_id" varchar(64) NOT NULL,
	"remind_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"owed_fen" bigint NOT NULL,
	"months" text NOT NULL,
	"days_late" integer NOT NULL,
	"payer" text,
	"phone" text,
	"channel" text NOT NULL,
	"content" text NOT NULL,
	"result" text DEFAULT 'SENT' NOT NULL,
	"failure" text,
	"user_id" varchar(64),
	"user_name" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "remind_log_org_id_remind_id_pk" PRIMARY KEY("org_id","remind_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_payment" (
	"org_id" varchar(64) NOT NULL,
	"pay_id" varchar(64) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"provider_no" text NOT NULL,
	"failure" text,
	"paid_at" timestamptz(3),
	"refunds" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_payment_org_id_pay_id_pk" PRIMARY KEY("org_id","pay_id"),
	CONSTRAINT "sandbox_payment_state" CHECK ("sandbox_payment"."state" in ('WAITING', 'ASKING', 'PAID', 'FAILED', 'CLOSED'))
);
--> statement-breakpoint
CREATE TABLE "settlement_sign" (
	"org_id" varchar(64) NOT NULL,
	"settle_id" varchar(64) NOT NULL,
	"step" text NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"user_name" text NOT NULL,
	"remark" text,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "settlement_sign_org_id_settle_id_step_pk" PRIMARY KEY("org_id","settle_id","step")
);
--> statement-breakpoint
CREATE TABLE "discount_rule" (
	"org_id" varchar(64) NOT NULL,
	"set_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"type" integer NOT NULL,
	"threshold_fen" bigint NOT NULL,
	"benefit_fen" bigint NOT NULL,
	"per_threshold" boolean DEFAULT false NOT NULL,
	"cap_fen" bigint,
	"scope" text NOT NULL,
	"project_child_id" varchar(64),
	"valid_from" date NOT NULL,
	"valid_to" date,
	"status" integer DEFAULT 1 NOT NULL,
	"stackable" boolean DEFAULT false NOT NULL,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "discount_rule_org_id_set_id_pk" PRIMARY KEY("org_id","set_id"),
	CONSTRAINT "discount_rule_name" UNIQUE("org_id","name"),
	CONSTRAINT "discount_rule_type" CHECK ("discount_rule"."type" in (1, 2) and "discount_rule"."status" in (0, 1)),
	CONSTRAINT "discount_rule_scope" CHECK ((type = 1) = (scope = 'PRESTORE') and scope in ('PRESTORE', 'BILL', 'ITEM')),
	CONSTRAINT "discount_rule_item" CHECK ((scope = 'ITEM') = (project_child_id is not null)),
	CONSTRAINT "discount_rule_amounts" CHECK (threshold_fen > 0 and benefit_fen > 0 and (cap_fen is null or cap_fen >= benefit_fen) and (type = 1 or benefit_fen <= threshold_fen)),
	CONSTRAINT "discount_rule_days" CHECK (valid_to is null or valid_to >= valid_from)
);
--> statement-breakpoint
CREATE TABLE "fee_price" (
	"org_id" varchar(64) NOT NULL,
	"project_child_id" varchar(64) NOT NULL,
	"from_date" date NOT NULL,
	"price_fen" bigint NOT NULL,
	"user_name" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "fee_price_org_id_project_child_id_from_date_pk" PRIMARY KEY("org_id","project_child_id","from_date"),
	CONSTRAINT "fee_price_amount" CHECK (price_fen >= 0)
);
--> statement-breakpoint
CREATE TABLE "trade_way_set" (
	"org_id" varchar(64) NOT NULL,
	"way" integer NOT NULL,
	"normal" boolean NOT NULL,
	"batch" boolean NOT NULL,
	"sort" integer NOT NULL,
	CONSTRAINT "trade_way_set_org_id_way_pk" PRIMARY KEY("org_id","way")
);
--> statement-breakpoint
ALTER TABLE "elder_account" DROP CONSTRAINT "elder_account_balance";--> statement-breakpoint
ALTER TABLE "elder_account" ADD COLUMN "booking_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "elder_account" ADD COLUMN "seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "elder_account" ADD COLUMN "last_trade_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "elder_account" ADD COLUMN "sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "elder_account" ADD COLUMN "sealed_reason" text;--> statement-breakpoint
ALTER TABLE "elder_account" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_child" ADD COLUMN "tax_rate" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_child" ADD COLUMN "refundable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_child" ADD COLUMN "prorate" text DEFAULT 'DAY' NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_child" ADD COLUMN "billing" text DEFAULT 'PRE' NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_child" ADD COLUMN "leave_tiers" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_child" ADD COLUMN "can_discount" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_child" ADD COLUMN "remark" text;--> statement-breakpoint
ALTER TABLE "settlement" ADD COLUMN "form" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement" ADD COLUMN "statement" jsonb;--> statement-breakpoint
ALTER TABLE "settlement" ADD COLUMN "submitted_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "settlement" ADD COLUMN "submitted_by" varchar(64);--> statement-breakpoint
ALTER TABLE "settlement" ADD COLUMN "return_reason" text;--> statement-breakpoint
ALTER TABLE "settlement" ADD COLUMN "group_id" varchar(64);--> statement-breakpoint
ALTER TABLE "settlement" ADD COLUMN "refund_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_account" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."elder_account"("org_id","oldman_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_line" ADD CONSTRAINT "bill_line_bill" FOREIGN KEY ("org_id","bill_id") REFERENCES "public"."bill"("org_id","bill_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_account" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."elder_account"("org_id","oldman_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_account" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."elder_account"("org_id","oldman_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_share" ADD CONSTRAINT "pay_share_entry" FOREIGN KEY ("org_id","entry_id") REFERENCES "public"."ledger"("org_id","entry_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reopen_request" ADD CONSTRAINT "reopen_request_month" FOREIGN KEY ("org_id","month") REFERENCES "public"."month_close"("org_id","month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_order" ADD CONSTRAINT "pay_order_account" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."elder_account"("org_id","oldman_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_account" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."elder_account"("org_id","oldman_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remind_log" ADD CONSTRAINT "remind_log_account" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."elder_account"("org_id","oldman_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_sign" ADD CONSTRAINT "settlement_sign_of" FOREIGN KEY ("org_id","settle_id") REFERENCES "public"."settlement"("org_id","settle_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_rule" ADD CONSTRAINT "discount_rule_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_price" ADD CONSTRAINT "fee_price_child" FOREIGN KEY ("org_id","project_child_id") REFERENCES "public"."fee_child"("org_id","project_child_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bill_month" ON "bill" USING btree ("org_id","oldman_id","month") WHERE kind = 'MONTH' and stage <> 'VOID';--> statement-breakpoint
CREATE UNIQUE INDEX "bill_final" ON "bill" USING btree ("org_id","settle_id") WHERE kind = 'FINAL' and stage <> 'VOID';--> statement-breakpoint
CREATE INDEX "bill_list" ON "bill" USING btree ("org_id","month" DESC NULLS FIRST,"bill_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bill_of" ON "bill" USING btree ("org_id","oldman_id","month");--> statement-breakpoint
CREATE INDEX "bill_unpaid" ON "bill" USING btree ("org_id","oldman_id","due_date") WHERE state in ('DUE', 'PART');--> statement-breakpoint
CREATE INDEX "bill_stay" ON "bill" USING btree ("org_id","stay_id");--> statement-breakpoint
CREATE INDEX "bill_not_issued" ON "bill" USING btree ("org_id","month") WHERE stage <> 'ISSUED';--> statement-breakpoint
CREATE INDEX "bill_line_of" ON "bill_line" USING btree ("org_id","bill_id","sort");--> statement-breakpoint
CREATE INDEX "bill_line_month" ON "bill_line" USING btree ("org_id","month","category","source","amount_fen","discount_fen","subsidy_fen","oldman_id","bill_id");--> statement-breakpoint
CREATE INDEX "bill_line_bed" ON "bill_line" USING btree ("org_id","bed_id","month") WHERE bed_id is not null;--> statement-breakpoint
CREATE INDEX "charge_waiting" ON "charge" USING btree ("org_id","oldman_id") WHERE state = 'WAITING';--> statement-breakpoint
CREATE INDEX "charge_of" ON "charge" USING btree ("org_id","oldman_id","day" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "charge_list" ON "charge" USING btree ("org_id","day" DESC NULLS FIRST,"charge_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "charge_kind" ON "charge" USING btree ("org_id","kind","day" DESC NULLS FIRST,"charge_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "charge_bill" ON "charge" USING btree ("org_id","bill_id") WHERE bill_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_pay" ON "ledger" USING btree ("org_id","pay_id") WHERE pay_id is not null and reversal_of is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_reversal" ON "ledger" USING btree ("org_id","reversal_of") WHERE reversal_of is not null;--> statement-breakpoint
CREATE INDEX "ledger_day" ON "ledger" USING btree ("org_id","day" DESC NULLS FIRST,"at" DESC NULLS FIRST,"entry_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_cash" ON "ledger" USING btree ("org_id","refund","day" DESC NULLS FIRST,"at" DESC NULLS FIRST,"entry_id" DESC NULLS FIRST) WHERE cash_fen <> 0;--> statement-breakpoint
CREATE INDEX "ledger_class" ON "ledger" USING btree ("org_id","trade_class","day" DESC NULLS FIRST,"at" DESC NULLS FIRST,"entry_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_pays" ON "ledger" USING btree ("org_id","day" DESC NULLS FIRST,"at" DESC NULLS FIRST,"entry_id" DESC NULLS FIRST) WHERE receivable_fen <> 0 and trade_type <> 'BILL';--> statement-breakpoint
CREATE INDEX "ledger_gift" ON "ledger" USING btree ("org_id","day","reversal_of") WHERE trade_type = 'GIFT';--> statement-breakpoint
CREATE INDEX "ledger_booking" ON "ledger" USING btree ("org_id","oldman_id","seq") WHERE booking_fen <> 0;--> statement-breakpoint
CREATE INDEX "ledger_bill" ON "ledger" USING btree ("org_id","bill_id") WHERE bill_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_bill_month" ON "ledger" USING btree ("org_id","bill_month","trade_type") WHERE bill_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_group" ON "ledger" USING btree ("org_id","group_id");--> statement-breakpoint
CREATE INDEX "ledger_receipt" ON "ledger" USING btree ("org_id","receipt_id") WHERE receipt_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_month_of" ON "ledger_month" USING btree ("org_id","month");--> statement-breakpoint
CREATE INDEX "ledger_month_gift" ON "ledger_month" USING btree ("org_id","month","user_id","oldman_id","gift_fen") WHERE trade_type = 'GIFT';--> statement-breakpoint
CREATE INDEX "ledger_month_cash" ON "ledger_month" USING btree ("org_id","month","refund","way","trade_type","user_id","oldman_id","cash_fen","entries") WHERE way > 1;--> statement-breakpoint
CREATE INDEX "pay_share_day" ON "pay_share" USING btree ("org_id","day" DESC NULLS FIRST,"at" DESC NULLS FIRST,"entry_id" DESC NULLS FIRST,"line_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "pay_share_line" ON "pay_share" USING btree ("org_id","line_id");--> statement-breakpoint
CREATE INDEX "pay_share_month_of" ON "pay_share_month" USING btree ("org_id","month");--> statement-breakpoint
CREATE UNIQUE INDEX "reopen_request_open" ON "reopen_request" USING btree ("org_id","month") WHERE state = 'ASKED';--> statement-breakpoint
CREATE INDEX "pay_order_open" ON "pay_order" USING btree ("expires_at") WHERE state in ('WAITING', 'PAYING');--> statement-breakpoint
CREATE INDEX "pay_order_of" ON "pay_order" USING btree ("org_id","oldman_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_red" ON "receipt" USING btree ("org_id","red_of") WHERE red_of is not null;--> statement-breakpoint
CREATE INDEX "receipt_list" ON "receipt" USING btree ("org_id","created_at" DESC NULLS FIRST,"receipt_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "receipt_of" ON "receipt" USING btree ("org_id","oldman_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "receipt_group" ON "receipt" USING btree ("org_id","group_id");--> statement-breakpoint
CREATE INDEX "remind_log_of" ON "remind_log" USING btree ("org_id","oldman_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "discount_rule_list" ON "discount_rule" USING btree ("org_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "elder_account" ADD CONSTRAINT "elder_account_balance" CHECK ("elder_account"."balance_fen" >= 0 and "elder_account"."gift_fen" >= 0 and "elder_account"."deposit_fen" >= 0 and "elder_account"."owed_fen" >= 0 and booking_fen >= 0);--> statement-breakpoint
ALTER TABLE "fee_child" ADD CONSTRAINT "fee_child_rules" CHECK (prorate in ('DAY', 'WHOLE', 'NONE') and billing in ('PRE', 'POST') and tax_rate between 0 and 100);--> statement-breakpoint
-- Money that accounts held before there was a ledger becomes its opening entry; what was owed becomes a bill.
INSERT INTO "bill" ("org_id", "bill_id", "bill_no", "oldman_id", "month", "kind", "period_start", "period_end", "total_fen", "due_date", "stage", "issued_at", "made_by")
SELECT "org_id", md5('opening:' || "oldman_id"), 'QC' || row_number() OVER (PARTITION BY "org_id" ORDER BY "oldman_id"), "oldman_id",
  to_char(coalesce("owed_since", current_date), 'YYYY-MM'), 'ONCE', coalesce("owed_since", current_date),
  coalesce("owed_since", current_date), "owed_fen", coalesce("owed_since", current_date), 'ISSUED', now(), '系统'
FROM "elder_account" WHERE "owed_fen" > 0;--> statement-breakpoint
INSERT INTO "bill_line" ("org_id", "line_id", "bill_id", "oldman_id", "month", "sort", "category", "name", "cycle", "price_fen", "quantity", "amount_fen", "source")
SELECT "org_id", md5('line:' || "bill_id"), "bill_id", "oldman_id", "month", 1, '99', '期初欠费', 'ONCE', "total_fen", 1000, "total_fen", 'ONCE' FROM "bill";--> statement-breakpoint
INSERT INTO "ledger" ("org_id", "entry_id", "oldman_id", "seq", "day", "trade_class", "trade_type", "amount_fen", "opening_fen",
  "balance_fen", "gift_fen", "deposit_fen", "balance_after", "gift_after", "deposit_after", "booking_after", "owed_after", "group_id", "user_name", "content")
SELECT "org_id", md5('entry:' || "oldman_id"), "oldman_id", 1, current_date, 0, 'OPENING', "balance_fen" + "gift_fen" + "deposit_fen",
  "balance_fen" + "gift_fen" + "deposit_fen", "balance_fen", "gift_fen", "deposit_fen", "balance_fen", "gift_fen", "deposit_fen", 0, 0,
  md5('entry:' || "oldman_id"), '系统', '期初余额'
FROM "elder_account" WHERE "balance_fen" + "gift_fen" + "deposit_fen" > 0;--> statement-breakpoint
INSERT INTO "ledger" ("org_id", "entry_id", "oldman_id", "seq", "day", "trade_class", "trade_type", "amount_fen", "receivable_fen",
  "income_fen", "balance_after", "gift_after", "deposit_after", "booking_after", "owed_after", "bill_id", "bill_month", "group_id", "user_name", "content")
SELECT b."org_id", md5('owed:' || b."oldman_id"), b."oldman_id", CASE WHEN a."balance_fen" + a."gift_fen" + a."deposit_fen" > 0 THEN 2 ELSE 1 END,
  current_date, 0, 'BILL', b."total_fen", b."total_fen", b."total_fen", a."balance_fen", a."gift_fen", a."deposit_fen", 0, b."total_fen",
  b."bill_id", b."month", md5('owed:' || b."oldman_id"), '系统', '期初欠费'
FROM "bill" b JOIN "elder_account" a ON a."org_id" = b."org_id" AND a."oldman_id" = b."oldman_id";--> statement-breakpoint
UPDATE "elder_account" a SET "seq" = l."seq", "last_trade_at" = l."at", "owed_since" = CASE WHEN a."owed_fen" > 0 THEN coalesce(a."owed_since", current_date) END
FROM (SELECT "org_id", "oldman_id", max("seq") AS "seq", max("at") AS "at" FROM "ledger" GROUP BY 1, 2) l
WHERE l."org_id" = a."org_id" AND l."oldman_id" = a."oldman_id";--> statement-breakpoint
INSERT INTO "ledger_month" ("org_id", "month", "oldman_id", "trade_class", "trade_type", "way", "user_id", "refund", "entries", "amount_fen",
  "receivable_fen", "opening_fen", "balance_fen", "gift_fen", "deposit_fen", "income_fen")
SELECT "org_id", date_trunc('month', "day"), "oldman_id", 0, "trade_type", 0, '', false, count(*), sum("amount_fen"), sum("receivable_fen"),
  sum("opening_fen"), sum("balance_fen"), sum("gift_fen"), sum("deposit_fen"), sum("income_fen")
FROM "ledger" GROUP BY "org_id", date_trunc('month', "day"), "oldman_id", "trade_type";--> statement-breakpoint
-- What happens with every entry of the ledger happens here, so that no statement can leave it out: the account and the
-- bill move with the entry, sums by month are kept, a closed month takes nothing, a reversal is the exact opposite.
CREATE FUNCTION "refuse_rule"(rule text, what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', what USING ERRCODE = 'check_violation', CONSTRAINT = rule;
END $$;--> statement-breakpoint
CREATE FUNCTION "ledger_post"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  a elder_account%ROWTYPE;
  o ledger%ROWTYPE;
BEGIN
  -- Closing a month waits for entries on their way, and they for it.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('month_close:' || NEW.org_id, 0));
  IF EXISTS (SELECT FROM month_close c WHERE c.org_id = NEW.org_id AND c.month = to_char(NEW.day, 'YYYY-MM') AND c.closed) THEN
    PERFORM refuse_rule('ledger_month_closed', 'the month of ' || NEW.day || ' is closed');
  END IF;
  IF NEW.reversal_of IS NOT NULL THEN
    SELECT * INTO o FROM ledger WHERE org_id = NEW.org_id AND entry_id = NEW.reversal_of;
    IF o.entry_id IS NULL OR o.reversal_of IS NOT NULL OR o.oldman_id <> NEW.oldman_id OR o.way IS DISTINCT FROM NEW.way
      OR o.bill_id IS DISTINCT FROM NEW.bill_id OR o.amount_fen <> -NEW.amount_fen
      OR (o.cash_fen, o.receivable_fen, o.discount_fen, o.subsidy_fen, o.promo_fen, o.transit_fen, o.opening_fen,
          o.balance_fen, o.gift_fen, o.deposit_fen, o.booking_fen, o.income_fen)
        <> (-NEW.cash_fen, -NEW.receivable_fen, -NEW.discount_fen, -NEW.subsidy_fen, -NEW.promo_fen, -NEW.transit_fen,
          -NEW.opening_fen, -NEW.balance_fen, -NEW.gift_fen, -NEW.deposit_fen, -NEW.booking_fen, -NEW.income_fen) THEN
      PERFORM refuse_rule('ledger_opposite', 'entry ' || NEW.entry_id || ' is not the opposite of ' || NEW.reversal_of);
    END IF;
  END IF;
  IF NEW.bill_id IS NOT NULL THEN
    -- The account first: everybody locks in this order.
    PERFORM FROM elder_account WHERE org_id = NEW.org_id AND oldman_id = NEW.oldman_id FOR NO KEY UPDATE;
    IF NEW.trade_type <> 'BILL' THEN
      UPDATE bill SET paid_fen = paid_fen - NEW.receivable_fen,
        settled_at = CASE WHEN paid_fen - NEW.receivable_fen >= receivable_fen THEN NEW.at END
      WHERE org_id = NEW.org_id AND bill_id = NEW.bill_id AND oldman_id = NEW.oldman_id AND stage = 'ISSUED';
    ELSE
      PERFORM FROM bill WHERE org_id = NEW.org_id AND bill_id = NEW.bill_id AND oldman_id = NEW.oldman_id
        AND stage = CASE WHEN NEW.reversal_of IS NULL THEN 'ISSUED' ELSE 'VOID' END
        AND (receivable_fen, discount_fen, subsidy_fen, total_fen) = (
          abs(NEW.receivable_fen), abs(NEW.discount_fen), abs(NEW.subsidy_fen), abs(NEW.income_fen));
    END IF;
    IF NOT FOUND THEN
      PERFORM refuse_rule('ledger_bill_open', 'bill ' || NEW.bill_id || ' does not fit entry ' || NEW.entry_id);
    END IF;
    UPDATE elder_account e SET balance_fen = e.balance_fen + NEW.balance_fen, gift_fen = e.gift_fen + NEW.gift_fen,
      deposit_fen = e.deposit_fen + NEW.deposit_fen, booking_fen = e.booking_fen + NEW.booking_fen,
      owed_fen = e.owed_fen + NEW.receivable_fen, seq = e.seq + 1, last_trade_at = NEW.at,
      owed_since = (SELECT min(b.due_date) FROM bill b
        WHERE b.org_id = NEW.org_id AND b.oldman_id = NEW.oldman_id AND b.state IN ('DUE', 'PART'))
    WHERE e.org_id = NEW.org_id AND e.oldman_id = NEW.oldman_id RETURNING * INTO a;
  ELSE
    UPDATE elder_account e SET balance_fen = e.balance_fen + NEW.balance_fen, gift_fen = e.gift_fen + NEW.gift_fen,
      deposit_fen = e.deposit_fen + NEW.deposit_fen, booking_fen = e.booking_fen + NEW.booking_fen, seq = e.seq + 1,
      last_trade_at = NEW.at
    WHERE e.org_id = NEW.org_id AND e.oldman_id = NEW.oldman_id RETURNING * INTO a;
  END IF;
  IF a.oldman_id IS NULL THEN
    PERFORM refuse_rule('ledger_account', 'no account of ' || NEW.oldman_id);
  END IF;
  NEW.seq := a.seq;
  NEW.balance_after := a.balance_fen;
  NEW.gift_after := a.gift_fen;
  NEW.deposit_after := a.deposit_fen;
  NEW.booking_after := a.booking_fen;
  NEW.owed_after := a.owed_fen;
  INSERT INTO ledger_month AS s (org_id, month, oldman_id, trade_class, trade_type, way, user_id, refund, entries,
    amount_fen, cash_fen, receivable_fen, discount_fen, subsidy_fen, promo_fen, transit_fen, opening_fen, balance_fen,
    gift_fen, deposit_fen, booking_fen, income_fen)
  VALUES (NEW.org_id, date_trunc('month', NEW.day), NEW.oldman_id, NEW.trade_class, NEW.trade_type, coalesce(NEW.way, 0),
    coalesce(NEW.user_id, ''), NEW.trade_class = 4 OR NEW.trade_type = 'REFUND_DEPOSIT', 1, NEW.amount_fen,
    NEW.cash_fen, NEW.receivable_fen, NEW.discount_fen, NEW.subsidy_fen, NEW.promo_fen, NEW.transit_fen,
    NEW.opening_fen, NEW.balance_fen, NEW.gift_fen, NEW.deposit_fen, NEW.booking_fen, NEW.income_fen)
  ON CONFLICT (org_id, oldman_id, month, trade_type, way, user_id) DO UPDATE SET entries = s.entries + 1,
    amount_fen = s.amount_fen + excluded.amount_fen, cash_fen = s.cash_fen + excluded.cash_fen,
    receivable_fen = s.receivable_fen + excluded.receivable_fen, discount_fen = s.discount_fen + excluded.discount_fen,
    subsidy_fen = s.subsidy_fen + excluded.subsidy_fen, promo_fen = s.promo_fen + excluded.promo_fen,
    transit_fen = s.transit_fen + excluded.transit_fen, opening_fen = s.opening_fen + excluded.opening_fen,
    balance_fen = s.balance_fen + excluded.balance_fen, gift_fen = s.gift_fen + excluded.gift_fen,
    deposit_fen = s.deposit_fen + excluded.deposit_fen, booking_fen = s.booking_fen + excluded.booking_fen,
    income_fen = s.income_fen + excluded.income_fen;
  IF NEW.balance_fen <> 0 OR NEW.gift_fen <> 0 OR NEW.deposit_fen <> 0 THEN
    INSERT INTO account_month AS m (org_id, month, oldman_id, balance_fen, gift_fen, deposit_fen, prestore_fen, given_fen,
      spent_fen, refund_fen, out_fen, deposit_taken_fen, deposit_refund_fen, deposit_out_fen, deposit_pays_fen)
    SELECT NEW.org_id, date_trunc('month', NEW.day), NEW.oldman_id, NEW.balance_fen, NEW.gift_fen, NEW.deposit_fen,
      CASE WHEN NEW.trade_type = 'PRESTORE' THEN k ELSE 0 END, CASE WHEN NEW.trade_type IN ('GIFT', 'LAPSE') THEN k ELSE 0 END,
      CASE WHEN NEW.trade_type IN ('PAY_BILL', 'PAY_ONCE', 'PAY_MEDICAL', 'SALOON') THEN -k ELSE 0 END,
      CASE WHEN NEW.trade_type IN ('REFUND_BALANCE', 'REFUND_CHECKOUT') THEN -k ELSE 0 END,
      CASE WHEN NEW.trade_type IN ('REMIT_OUT', 'BALANCE_TO_DEPOSIT') THEN -k ELSE 0 END,
      CASE WHEN NEW.trade_type IN ('DEPOSIT', 'OPENING') THEN NEW.deposit_fen ELSE 0 END,
      CASE WHEN NEW.trade_type IN ('REFUND_DEPOSIT', 'REFUND_CHECKOUT') THEN -NEW.deposit_fen ELSE 0 END,
      CASE WHEN NEW.trade_type = 'DEPOSIT_TO_BALANCE' THEN -NEW.deposit_fen ELSE 0 END,
      CASE WHEN NEW.trade_type = 'DEPOSIT_PAYS' THEN -NEW.deposit_fen ELSE 0 END
    FROM (SELECT NEW.balance_fen + NEW.gift_fen AS k) x
    ON CONFLICT (org_id, month, oldman_id) DO UPDATE SET balance_fen = m.balance_fen + excluded.balance_fen,
      gift_fen = m.gift_fen + excluded.gift_fen, deposit_fen = m.deposit_fen + excluded.deposit_fen,
      prestore_fen = m.prestore_fen + excluded.prestore_fen, given_fen = m.given_fen + excluded.given_fen,
      spent_fen = m.spent_fen + excluded.spent_fen, refund_fen = m.refund_fen + excluded.refund_fen,
      out_fen = m.out_fen + excluded.out_fen, deposit_taken_fen = m.deposit_taken_fen + excluded.deposit_taken_fen,
      deposit_refund_fen = m.deposit_refund_fen + excluded.deposit_refund_fen,
      deposit_out_fen = m.deposit_out_fen + excluded.deposit_out_fen,
      deposit_pays_fen = m.deposit_pays_fen + excluded.deposit_pays_fen;
  END IF;
  IF NEW.cash_fen <> 0 AND NEW.user_id IS NOT NULL THEN
    INSERT INTO cash_day (org_id, day, user_id, user_name) VALUES (NEW.org_id, NEW.day, NEW.user_id, NEW.user_name)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_post" BEFORE INSERT ON "ledger" FOR EACH ROW EXECUTE FUNCTION "ledger_post"();--> statement-breakpoint
CREATE FUNCTION "ledger_whole"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.transit_fen <> 0 AND (SELECT sum(transit_fen) FROM ledger WHERE org_id = NEW.org_id AND group_id = NEW.group_id) <> 0 THEN
    PERFORM refuse_rule('ledger_transit', 'group ' || NEW.group_id || ' leaves money between two elders');
  END IF;
  IF NEW.receivable_fen <> 0 AND NEW.trade_type <> 'BILL' AND coalesce((SELECT sum(amount_fen) FROM pay_share
      WHERE org_id = NEW.org_id AND entry_id = NEW.entry_id), 0) <> -NEW.receivable_fen THEN
    PERFORM refuse_rule('ledger_shares', 'entry ' || NEW.entry_id || ' is not shared out on the lines of its bill');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_whole" AFTER INSERT ON "ledger" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.transit_fen <> 0 OR (NEW.receivable_fen <> 0 AND NEW.trade_type <> 'BILL')) EXECUTE FUNCTION "ledger_whole"();--> statement-breakpoint
CREATE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_rule('ledger_append_only', TG_TABLE_NAME || ' is never changed, only added to');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_append_only" BEFORE UPDATE OR DELETE ON "ledger" FOR EACH ROW EXECUTE FUNCTION "append_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_no_truncate" BEFORE TRUNCATE ON "ledger" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();--> statement-breakpoint
CREATE TRIGGER "pay_share_append_only" BEFORE UPDATE OR DELETE ON "pay_share" FOR EACH ROW EXECUTE FUNCTION "append_only"();--> statement-breakpoint
CREATE TRIGGER "pay_share_no_truncate" BEFORE TRUNCATE ON "pay_share" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();--> statement-breakpoint
-- Only a trigger of the ledger writes these: by hand they cannot be changed.
CREATE FUNCTION "only_by_ledger"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    PERFORM refuse_rule('only_by_ledger', TG_TABLE_NAME || ' moves only with the ledger');
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_month_by_ledger" BEFORE INSERT OR UPDATE OR DELETE ON "ledger_month" FOR EACH ROW EXECUTE FUNCTION "only_by_ledger"();--> statement-breakpoint
CREATE TRIGGER "pay_share_month_by_ledger" BEFORE INSERT OR UPDATE OR DELETE ON "pay_share_month" FOR EACH ROW EXECUTE FUNCTION "only_by_ledger"();--> statement-breakpoint
CREATE TRIGGER "account_month_by_ledger" BEFORE INSERT OR UPDATE OR DELETE ON "account_month" FOR EACH ROW EXECUTE FUNCTION "only_by_ledger"();--> statement-breakpoint
CREATE TRIGGER "elder_account_by_ledger" BEFORE UPDATE ON "elder_account" FOR EACH ROW
  WHEN ((OLD.balance_fen, OLD.gift_fen, OLD.deposit_fen, OLD.booking_fen, OLD.owed_fen, OLD.seq) IS DISTINCT FROM
    (NEW.balance_fen, NEW.gift_fen, NEW.deposit_fen, NEW.booking_fen, NEW.owed_fen, NEW.seq))
  EXECUTE FUNCTION "only_by_ledger"();--> statement-breakpoint
CREATE TRIGGER "elder_account_opens_empty" BEFORE INSERT ON "elder_account" FOR EACH ROW
  WHEN (NEW.balance_fen <> 0 OR NEW.gift_fen <> 0 OR NEW.deposit_fen <> 0 OR NEW.booking_fen <> 0 OR NEW.owed_fen <> 0 OR NEW.seq <> 0)
  EXECUTE FUNCTION "only_by_ledger"();--> statement-breakpoint
CREATE FUNCTION "bill_guard"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total bigint;
  discount bigint;
  subsidy bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.stage <> 'DRAFT' OR NEW.paid_fen <> 0 THEN
      PERFORM refuse_rule('bill_begins', 'a bill begins as a draft');
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF OLD.stage <> 'DRAFT' THEN PERFORM refuse_rule('bill_frozen', 'an issued bill is never deleted'); END IF;
    RETURN OLD;
  END IF;
  IF OLD.paid_fen <> NEW.paid_fen AND pg_trigger_depth() < 2 THEN
    PERFORM refuse_rule('only_by_ledger', 'what is paid on a bill moves only with the ledger');
  END IF;
  IF OLD.stage <> 'DRAFT' AND (OLD.total_fen, OLD.discount_fen, OLD.subsidy_fen, OLD.oldman_id, OLD.month, OLD.kind, OLD.bill_no)
      IS DISTINCT FROM (NEW.total_fen, NEW.discount_fen, NEW.subsidy_fen, NEW.oldman_id, NEW.month, NEW.kind, NEW.bill_no) THEN
    PERFORM refuse_rule('bill_frozen', 'an issued bill keeps its sums');
  END IF;
  IF OLD.stage <> NEW.stage THEN
    IF OLD.stage = 'DRAFT' AND NEW.stage = 'ISSUED' THEN
      SELECT coalesce(sum(l.amount_fen), 0), coalesce(sum(l.discount_fen), 0), coalesce(sum(l.subsidy_fen), 0)
        INTO total, discount, subsidy FROM bill_line l WHERE l.org_id = NEW.org_id AND l.bill_id = NEW.bill_id;
      IF (total, discount, subsidy) <> (NEW.total_fen, NEW.discount_fen, NEW.subsidy_fen) THEN
        PERFORM refuse_rule('bill_lines_sum', 'bill ' || NEW.bill_no || ' differs from its lines');
      END IF;
    ELSIF NOT (OLD.stage = 'ISSUED' AND NEW.stage = 'VOID') THEN
      PERFORM refuse_rule('bill_stage_move', 'bill ' || NEW.bill_no || ' cannot go from ' || OLD.stage || ' to ' || NEW.stage);
    END IF;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "bill_guard" BEFORE INSERT OR UPDATE OR DELETE ON "bill" FOR EACH ROW EXECUTE FUNCTION "bill_guard"();--> statement-breakpoint
CREATE FUNCTION "bill_line_guard"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What is paid on a line follows pay_share; lines go with the draft they belong to.
  IF pg_trigger_depth() >= 2 THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM changed c JOIN bill b ON b.org_id = c.org_id AND b.bill_id = c.bill_id WHERE b.stage <> 'DRAFT' OR c.paid_fen <> 0) THEN
    PERFORM refuse_rule('bill_frozen', 'lines change only while the bill is a draft');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "bill_line_added" AFTER INSERT ON "bill_line" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "bill_line_guard"();--> statement-breakpoint
CREATE TRIGGER "bill_line_changed" AFTER UPDATE ON "bill_line" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "bill_line_guard"();--> statement-breakpoint
CREATE TRIGGER "bill_line_removed" AFTER DELETE ON "bill_line" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "bill_line_guard"();--> statement-breakpoint
CREATE FUNCTION "pay_share_paid"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bill_line l SET paid_fen = l.paid_fen + s.amount FROM (
    SELECT org_id, line_id, sum(amount_fen) AS amount FROM added GROUP BY org_id, line_id) s
  WHERE l.org_id = s.org_id AND l.line_id = s.line_id;
  INSERT INTO pay_share_month AS m (org_id, month, oldman_id, category, way, paid_from, refund, shares, amount_fen)
  SELECT org_id, date_trunc('month', day), oldman_id, category, way, paid_from, refund, count(*), sum(amount_fen)
  FROM added GROUP BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (org_id, oldman_id, month, category, way, paid_from, refund)
    DO UPDATE SET shares = m.shares + excluded.shares, amount_fen = m.amount_fen + excluded.amount_fen;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "pay_share_paid" AFTER INSERT ON "pay_share" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "pay_share_paid"();
