CREATE TABLE "dish" (
	"org_id" varchar(64) NOT NULL,
	"dish_id" varchar(64) NOT NULL,
	"category_id" varchar(64) NOT NULL,
	"dish_name" text NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"picture" text,
	"allergens" text[] DEFAULT '{}' NOT NULL,
	"contents" text[] DEFAULT '{}' NOT NULL,
	"taboos" smallint[] DEFAULT '{}' NOT NULL,
	"textures" smallint[] NOT NULL,
	"unfit" smallint[] DEFAULT '{}' NOT NULL,
	"portion_grams" integer,
	"energy_kcal" integer,
	"protein_mg" integer,
	"fat_mg" integer,
	"carb_mg" integer,
	"salt_mg" integer,
	"cost_fen" bigint,
	"remark" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "dish_org_id_dish_id_pk" PRIMARY KEY("org_id","dish_id"),
	CONSTRAINT "dish_name" UNIQUE("org_id","dish_name"),
	CONSTRAINT "dish_allergens" CHECK ("dish"."allergens" <@ array['G','C','F','E','P','S','M','N']),
	CONSTRAINT "dish_contents" CHECK ("dish"."contents" <@ array['pork','beef','poultry','spicy','raw']),
	CONSTRAINT "dish_taboos" CHECK (9 >= all("dish"."taboos") and 1 <= all("dish"."taboos")),
	CONSTRAINT "dish_textures" CHECK (cardinality("dish"."textures") > 0 and 6 >= all("dish"."textures") and 1 <= all("dish"."textures")),
	CONSTRAINT "dish_unfit" CHECK (9 >= all("dish"."unfit") and 1 <= all("dish"."unfit")),
	CONSTRAINT "dish_cost" CHECK ("dish"."cost_fen" >= 0),
	CONSTRAINT "dish_nutrition" CHECK ("dish"."portion_grams" > 0 and "dish"."energy_kcal" >= 0 and "dish"."protein_mg" >= 0 and "dish"."fat_mg" >= 0 and "dish"."carb_mg" >= 0 and "dish"."salt_mg" >= 0)
);
--> statement-breakpoint
CREATE TABLE "dish_category" (
	"org_id" varchar(64) NOT NULL,
	"category_id" varchar(64) NOT NULL,
	"category_name" text NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "dish_category_org_id_category_id_pk" PRIMARY KEY("org_id","category_id"),
	CONSTRAINT "dish_category_name" UNIQUE("org_id","category_name")
);
--> statement-breakpoint
CREATE TABLE "dish_ingredient" (
	"org_id" varchar(64) NOT NULL,
	"dish_id" varchar(64) NOT NULL,
	"ingredient_no" smallint NOT NULL,
	"ingredient_name" text NOT NULL,
	"gross_mg" integer NOT NULL,
	CONSTRAINT "dish_ingredient_org_id_dish_id_ingredient_no_pk" PRIMARY KEY("org_id","dish_id","ingredient_no"),
	CONSTRAINT "dish_ingredient_once" UNIQUE("org_id","dish_id","ingredient_name"),
	CONSTRAINT "dish_ingredient_gross" CHECK ("dish_ingredient"."gross_mg" > 0)
);
--> statement-breakpoint
CREATE TABLE "dish_plan" (
	"org_id" varchar(64) NOT NULL,
	"plan_id" varchar(64) NOT NULL,
	"week_start" date NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"remark" text,
	"changed_name" text,
	"changed_at" timestamptz(3) DEFAULT now() NOT NULL,
	"submitted_by" varchar(64),
	"submitted_name" text,
	"submitted_at" timestamptz(3),
	"opinion" text,
	"published_by" varchar(64),
	"published_name" text,
	"published_at" timestamptz(3),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "dish_plan_org_id_plan_id_pk" PRIMARY KEY("org_id","plan_id"),
	CONSTRAINT "dish_plan_week" UNIQUE("org_id","week_start"),
	CONSTRAINT "dish_plan_state" CHECK ("dish_plan"."state" in ('DRAFT', 'SUBMITTED', 'PUBLISHED')),
	CONSTRAINT "dish_plan_monday" CHECK (extract(isodow from "dish_plan"."week_start") = 1),
	CONSTRAINT "dish_plan_submitted" CHECK (("dish_plan"."state" = 'DRAFT') = ("dish_plan"."submitted_at" is null)),
	CONSTRAINT "dish_plan_published" CHECK (("dish_plan"."state" = 'PUBLISHED') = ("dish_plan"."published_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "dish_plan_answer" (
	"org_id" varchar(64) NOT NULL,
	"item_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"dish_id" varchar(64),
	"reason" text,
	"covers" text[] DEFAULT '{}' NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"user_name" text NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "dish_plan_answer_org_id_item_id_oldman_id_pk" PRIMARY KEY("org_id","item_id","oldman_id"),
	CONSTRAINT "dish_plan_answer_kind" CHECK ("dish_plan_answer"."kind" in ('SWAP', 'SKIP', 'ACK')),
	CONSTRAINT "dish_plan_answer_swap" CHECK (("dish_plan_answer"."kind" = 'SWAP') = ("dish_plan_answer"."dish_id" is not null)),
	CONSTRAINT "dish_plan_answer_why" CHECK ("dish_plan_answer"."kind" <> 'ACK' or btrim(coalesce("dish_plan_answer"."reason", '')) <> '')
);
--> statement-breakpoint
CREATE TABLE "dish_plan_item" (
	"org_id" varchar(64) NOT NULL,
	"item_id" varchar(64) NOT NULL,
	"plan_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"meal" integer NOT NULL,
	"dish_id" varchar(64) NOT NULL,
	"textures" smallint[] NOT NULL,
	"choice" smallint,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "dish_plan_item_org_id_item_id_pk" PRIMARY KEY("org_id","item_id"),
	CONSTRAINT "dish_plan_item_once" UNIQUE("org_id","day","meal","dish_id"),
	CONSTRAINT "dish_plan_item_meal" CHECK ("dish_plan_item"."meal" between 1 and 6),
	CONSTRAINT "dish_plan_item_choice" CHECK ("dish_plan_item"."choice" between 1 and 9),
	CONSTRAINT "dish_plan_item_textures" CHECK (cardinality("dish_plan_item"."textures") > 0 and 6 >= all("dish_plan_item"."textures") and 1 <= all("dish_plan_item"."textures"))
);
--> statement-breakpoint
CREATE TABLE "dish_setting" (
	"org_id" varchar(64) PRIMARY KEY NOT NULL,
	"may_acknowledge" boolean DEFAULT true NOT NULL,
	"salt_mg" integer DEFAULT 5500 NOT NULL,
	"meals" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "dish_setting_salt" CHECK ("dish_setting"."salt_mg" between 1000 and 20000)
);
--> statement-breakpoint
ALTER TABLE "dish" ADD CONSTRAINT "dish_category_of" FOREIGN KEY ("org_id","category_id") REFERENCES "public"."dish_category"("org_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_category" ADD CONSTRAINT "dish_category_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_ingredient" ADD CONSTRAINT "dish_ingredient_dish" FOREIGN KEY ("org_id","dish_id") REFERENCES "public"."dish"("org_id","dish_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_plan" ADD CONSTRAINT "dish_plan_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_plan_answer" ADD CONSTRAINT "dish_plan_answer_item" FOREIGN KEY ("org_id","item_id") REFERENCES "public"."dish_plan_item"("org_id","item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_plan_answer" ADD CONSTRAINT "dish_plan_answer_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_plan_answer" ADD CONSTRAINT "dish_plan_answer_with" FOREIGN KEY ("org_id","dish_id") REFERENCES "public"."dish"("org_id","dish_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_plan_item" ADD CONSTRAINT "dish_plan_item_plan" FOREIGN KEY ("org_id","plan_id") REFERENCES "public"."dish_plan"("org_id","plan_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_plan_item" ADD CONSTRAINT "dish_plan_item_is" FOREIGN KEY ("org_id","dish_id") REFERENCES "public"."dish"("org_id","dish_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_setting" ADD CONSTRAINT "dish_setting_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dish_of" ON "dish" USING btree ("org_id","category_id","sort");--> statement-breakpoint
CREATE INDEX "dish_plan_answer_of" ON "dish_plan_answer" USING btree ("org_id","oldman_id");--> statement-breakpoint
CREATE INDEX "dish_plan_answer_dish" ON "dish_plan_answer" USING btree ("org_id","dish_id");--> statement-breakpoint
CREATE INDEX "dish_plan_item_of" ON "dish_plan_item" USING btree ("org_id","plan_id","day","meal","sort");--> statement-breakpoint
CREATE INDEX "dish_plan_item_dish" ON "dish_plan_item" USING btree ("org_id","dish_id","day");