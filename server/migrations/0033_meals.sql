CREATE TABLE "meal_alert" (
	"org_id" varchar(64) NOT NULL,
	"alert_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"meals" text NOT NULL,
	"raised_at" timestamptz(3) DEFAULT now() NOT NULL,
	"handled_at" timestamptz(3),
	"handled_by" text,
	"note" text,
	CONSTRAINT "meal_alert_org_id_alert_id_pk" PRIMARY KEY("org_id","alert_id"),
	CONSTRAINT "meal_alert_handled" CHECK (("meal_alert"."handled_at" is null) = ("meal_alert"."handled_by" is null) and ("meal_alert"."handled_at" is null) = ("meal_alert"."note" is null))
);
--> statement-breakpoint
CREATE TABLE "meal_change" (
	"org_id" varchar(64) NOT NULL,
	"change_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "meal_change_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"oldman_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"meal" integer NOT NULL,
	"kind" text NOT NULL,
	"delta" smallint NOT NULL,
	"guest" boolean DEFAULT false NOT NULL,
	"texture_before" integer,
	"texture" integer NOT NULL,
	"note" text,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "meal_change_org_id_change_id_pk" PRIMARY KEY("org_id","change_id"),
	CONSTRAINT "meal_change_kind" CHECK ("meal_change"."kind" in ('ADDED', 'RESTORED', 'STOPPED', 'REMOVED', 'DIET', 'DISHES'))
);
--> statement-breakpoint
CREATE TABLE "meal_choice" (
	"org_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"meal" integer NOT NULL,
	"choice" smallint NOT NULL,
	"dish_id" varchar(64) NOT NULL,
	"via" text DEFAULT 'WARD' NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "meal_choice_org_id_day_meal_choice_oldman_id_pk" PRIMARY KEY("org_id","day","meal","choice","oldman_id"),
	CONSTRAINT "meal_choice_via" CHECK ("meal_choice"."via" in ('WARD', 'FAMILY')),
	CONSTRAINT "meal_choice_number" CHECK ("meal_choice"."choice" between 1 and 9)
);
--> statement-breakpoint
CREATE TABLE "meal_guest" (
	"org_id" varchar(64) NOT NULL,
	"guest_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"meal" integer NOT NULL,
	"texture" integer NOT NULL,
	"portions" smallint NOT NULL,
	"price_fen" bigint NOT NULL,
	"charge_id" varchar(64),
	"ward" text DEFAULT '' NOT NULL,
	"remark" text,
	"by_name" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"cancelled_at" timestamptz(3),
	"cancelled_by" text,
	CONSTRAINT "meal_guest_org_id_guest_id_pk" PRIMARY KEY("org_id","guest_id"),
	CONSTRAINT "meal_guest_portions" CHECK ("meal_guest"."portions" between 1 and 20),
	CONSTRAINT "meal_guest_price" CHECK ("meal_guest"."price_fen" >= 0 and ("meal_guest"."price_fen" = 0) = ("meal_guest"."charge_id" is null)),
	CONSTRAINT "meal_guest_cancelled" CHECK (("meal_guest"."cancelled_at" is null) = ("meal_guest"."cancelled_by" is null))
);
--> statement-breakpoint
CREATE TABLE "meal_order" (
	"org_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"meal" integer NOT NULL,
	"dept_id" varchar(64),
	"ward" text DEFAULT '' NOT NULL,
	"bed_path" text,
	"texture" integer NOT NULL,
	"therapies" smallint[] DEFAULT '{}' NOT NULL,
	"allergens" text[] DEFAULT '{}' NOT NULL,
	"taboos" smallint[] DEFAULT '{}' NOT NULL,
	"dish_ids" text[] DEFAULT '{}' NOT NULL,
	"swapped" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'ON' NOT NULL,
	"stop_reason" text,
	"hand" text,
	"hand_why" text,
	"hand_by" text,
	"handed_at" timestamptz(3),
	"handed_by" varchar(64),
	"eaten" integer,
	"eaten_at" timestamptz(3),
	"eaten_by" varchar(64),
	"eaten_remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "meal_order_org_id_day_meal_oldman_id_pk" PRIMARY KEY("org_id","day","meal","oldman_id"),
	CONSTRAINT "meal_order_meal" CHECK ("meal_order"."meal" between 1 and 6),
	CONSTRAINT "meal_order_texture" CHECK ("meal_order"."texture" between 1 and 6),
	CONSTRAINT "meal_order_state" CHECK ("meal_order"."state" in ('ON', 'STOPPED')),
	CONSTRAINT "meal_order_reason" CHECK ("meal_order"."stop_reason" in ('OUT', 'HOSPITAL', 'LEFT', 'HAND')),
	CONSTRAINT "meal_order_stopped" CHECK (("meal_order"."state" = 'STOPPED') = ("meal_order"."stop_reason" is not null)),
	CONSTRAINT "meal_order_hand" CHECK ("meal_order"."hand" in ('STOP', 'EAT')),
	CONSTRAINT "meal_order_eaten" CHECK ("meal_order"."eaten" between 0 and 4 and ("meal_order"."eaten" is null) = ("meal_order"."eaten_at" is null)),
	CONSTRAINT "meal_order_served" CHECK ("meal_order"."state" = 'ON' or ("meal_order"."handed_at" is null and "meal_order"."eaten" is null))
);
--> statement-breakpoint
CREATE TABLE "meal_person" (
	"org_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"allergens" text[] DEFAULT '{}' NOT NULL,
	"help" text DEFAULT 'SELF' NOT NULL,
	"portion" text DEFAULT 'NORMAL' NOT NULL,
	"dislikes" text,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "meal_person_org_id_oldman_id_pk" PRIMARY KEY("org_id","oldman_id"),
	CONSTRAINT "meal_person_allergens" CHECK ("meal_person"."allergens" <@ array['G','C','F','E','P','S','M','N']),
	CONSTRAINT "meal_person_help" CHECK ("meal_person"."help" in ('SELF', 'WATCH', 'ASSIST', 'FEED')),
	CONSTRAINT "meal_person_portion" CHECK ("meal_person"."portion" in ('SMALL', 'NORMAL', 'LARGE'))
);
--> statement-breakpoint
CREATE TABLE "meal_sample" (
	"org_id" varchar(64) NOT NULL,
	"sample_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"meal" integer NOT NULL,
	"dish_id" varchar(64) NOT NULL,
	"grams" integer NOT NULL,
	"kept_at" timestamptz(3) NOT NULL,
	"kept_by" text NOT NULL,
	"place" text,
	"keep_until" timestamptz(3) NOT NULL,
	"destroyed_at" timestamptz(3),
	"destroyed_by" text,
	"remark" text,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "meal_sample_org_id_sample_id_pk" PRIMARY KEY("org_id","sample_id"),
	CONSTRAINT "meal_sample_grams" CHECK ("meal_sample"."grams" between 1 and 2000),
	CONSTRAINT "meal_sample_destroyed" CHECK (("meal_sample"."destroyed_at" is null) = ("meal_sample"."destroyed_by" is null)),
	CONSTRAINT "meal_sample_kept" CHECK ("meal_sample"."destroyed_at" >= "meal_sample"."keep_until")
);
--> statement-breakpoint
CREATE TABLE "meal_setting" (
	"org_id" varchar(64) PRIMARY KEY NOT NULL,
	"closings" jsonb NOT NULL,
	"prices" jsonb NOT NULL,
	"sample_grams" integer DEFAULT 125 NOT NULL,
	"sample_hours" integer DEFAULT 48 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "meal_setting_grams" CHECK ("meal_setting"."sample_grams" between 50 and 1000),
	CONSTRAINT "meal_setting_hours" CHECK ("meal_setting"."sample_hours" between 24 and 168)
);
--> statement-breakpoint
ALTER TABLE "meal_alert" ADD CONSTRAINT "meal_alert_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_change" ADD CONSTRAINT "meal_change_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_choice" ADD CONSTRAINT "meal_choice_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_choice" ADD CONSTRAINT "meal_choice_dish" FOREIGN KEY ("org_id","dish_id") REFERENCES "public"."dish"("org_id","dish_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_guest" ADD CONSTRAINT "meal_guest_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_order" ADD CONSTRAINT "meal_order_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_person" ADD CONSTRAINT "meal_person_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_sample" ADD CONSTRAINT "meal_sample_is" FOREIGN KEY ("org_id","dish_id") REFERENCES "public"."dish"("org_id","dish_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_setting" ADD CONSTRAINT "meal_setting_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meal_alert_open" ON "meal_alert" USING btree ("org_id","oldman_id") WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "meal_alert_of" ON "meal_alert" USING btree ("org_id","oldman_id","raised_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "meal_change_of" ON "meal_change" USING btree ("org_id","day","meal");--> statement-breakpoint
CREATE INDEX "meal_choice_of" ON "meal_choice" USING btree ("org_id","dish_id");--> statement-breakpoint
CREATE INDEX "meal_guest_of" ON "meal_guest" USING btree ("org_id","day","meal");--> statement-breakpoint
CREATE UNIQUE INDEX "meal_guest_charge" ON "meal_guest" USING btree ("org_id","charge_id");--> statement-breakpoint
CREATE INDEX "meal_order_of" ON "meal_order" USING btree ("org_id","oldman_id","day" DESC NULLS LAST,"meal" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "meal_sample_once" ON "meal_sample" USING btree ("org_id","day","meal","dish_id");--> statement-breakpoint
CREATE INDEX "meal_sample_dish" ON "meal_sample" USING btree ("org_id","dish_id");