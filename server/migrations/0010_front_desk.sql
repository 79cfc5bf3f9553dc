CREATE TABLE "education_tag_category" (
	"org_id" varchar(64) NOT NULL,
	"category_id" varchar(64) NOT NULL,
	"parent_id" varchar(64),
	"category_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "education_tag_category_org_id_category_id_pk" PRIMARY KEY("org_id","category_id"),
	CONSTRAINT "education_tag_category_name" UNIQUE NULLS NOT DISTINCT("org_id","parent_id","category_name"),
	CONSTRAINT "education_tag_category_other" CHECK ("education_tag_category"."parent_id" is distinct from "education_tag_category"."category_id")
);
--> statement-breakpoint
CREATE TABLE "residence_apply" (
	"org_id" varchar(64) NOT NULL,
	"apply_id" varchar(64) NOT NULL,
	"apply_no" text NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"other_id" varchar(64),
	"stay_id" varchar(64) NOT NULL,
	"bed_id" varchar(64),
	"kind" text NOT NULL,
	"move" text NOT NULL,
	"body" jsonb NOT NULL,
	"content" text NOT NULL,
	"changes" jsonb NOT NULL,
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"applicant_id" varchar(64) NOT NULL,
	"auditor_id" varchar(64),
	"decided_at" timestamptz(3),
	"remark" text,
	"state" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "residence_apply_org_id_apply_id_pk" PRIMARY KEY("org_id","apply_id"),
	CONSTRAINT "residence_apply_kind" CHECK (("residence_apply"."move" = 'checkOut') = ("residence_apply"."kind" = 'checkOut') and "residence_apply"."kind" in ('bedChange', 'checkOut')
      and "residence_apply"."move" in ('adjustBed', 'exchangeBed', 'checkOut')),
	CONSTRAINT "residence_apply_state_range" CHECK ("residence_apply"."state" between 0 and 4),
	CONSTRAINT "residence_apply_other" CHECK (("residence_apply"."move" = 'exchangeBed') = ("residence_apply"."other_id" is not null)),
	CONSTRAINT "residence_apply_own" CHECK ("residence_apply"."auditor_id" <> "residence_apply"."applicant_id"),
	CONSTRAINT "residence_apply_decided" CHECK (("residence_apply"."state" in (1, 2)) = ("residence_apply"."auditor_id" is not null)
      and ("residence_apply"."state" = 0) = ("residence_apply"."decided_at" is null)),
	CONSTRAINT "residence_apply_reason" CHECK ("residence_apply"."state" <> 2 or btrim(coalesce("residence_apply"."remark", '')) <> '')
);
--> statement-breakpoint
CREATE TABLE "bed_open" (
	"org_id" varchar(64) NOT NULL,
	"bed_id" varchar(64) NOT NULL,
	"room_id" varchar(64) NOT NULL,
	"open_from" date NOT NULL,
	"open_to" date,
	"bed_name" text,
	"room_name" text,
	"area" varchar(64),
	"dept_id" varchar(64),
	CONSTRAINT "bed_open_org_id_bed_id_open_from_pk" PRIMARY KEY("org_id","bed_id","open_from"),
	CONSTRAINT "bed_open_days" CHECK ("bed_open"."open_to" > "bed_open"."open_from")
);
--> statement-breakpoint
ALTER TABLE "education_tag" ADD COLUMN "category_id" varchar(64);--> statement-breakpoint
ALTER TABLE "closed_bed_day" ADD COLUMN "open_days" integer;--> statement-breakpoint
ALTER TABLE "outing" ADD COLUMN "backfill_reason" text;--> statement-breakpoint
ALTER TABLE "education_tag_category" ADD CONSTRAINT "education_tag_category_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "education_tag_category" ADD CONSTRAINT "education_tag_category_parent" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."education_tag_category"("org_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "residence_apply" ADD CONSTRAINT "residence_apply_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bed_open" ADD CONSTRAINT "bed_open_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "residence_apply_waiting" ON "residence_apply" USING btree ("org_id","oldman_id","kind") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "residence_apply_of" ON "residence_apply" USING btree ("org_id","oldman_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "residence_apply_state" ON "residence_apply" USING btree ("org_id","state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bed_open_now" ON "bed_open" USING btree ("org_id","bed_id") WHERE "bed_open"."open_to" is null;--> statement-breakpoint
ALTER TABLE "education_tag" ADD CONSTRAINT "education_tag_category" FOREIGN KEY ("org_id","category_id") REFERENCES "public"."education_tag_category"("org_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "education_tag_by_category" ON "education_tag" USING btree ("org_id","category_id");--> statement-breakpoint
ALTER TABLE "outing" ADD CONSTRAINT "outing_backfill" CHECK ("outing"."backfill_reason" is null or "outing"."actual_out" is not null);
--> statement-breakpoint
-- What was decided stays decided: nothing of an application changes once it waits no more.
CREATE FUNCTION residence_apply_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'application % is decided', OLD.apply_id USING ERRCODE = '23514', CONSTRAINT = 'residence_apply_settled';
END $$;
--> statement-breakpoint
CREATE TRIGGER residence_apply_settled BEFORE UPDATE ON residence_apply FOR EACH ROW
WHEN (OLD.state <> 0) EXECUTE FUNCTION residence_apply_settled();
--> statement-breakpoint
-- Nobody decides their own outing or postponement. Decisions of earlier releases stay as they are.
CREATE FUNCTION outing_own_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE known int := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    known := jsonb_array_length(OLD.postpones);
  END IF;
  IF (NEW.auditor_id = NEW.applicant_id AND (TG_OP = 'INSERT' OR OLD.auditor_id IS DISTINCT FROM NEW.auditor_id))
    OR EXISTS (SELECT 1 FROM jsonb_array_elements(NEW.postpones) WITH ORDINALITY AS p(one, n)
      WHERE p.n > known AND p.one ->> 'auditorId' = p.one ->> 'byId') THEN
    RAISE EXCEPTION 'outing % is decided by its applicant', NEW.out_id
      USING ERRCODE = '23514', CONSTRAINT = 'outing_own_audit';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER outing_own_audit BEFORE INSERT OR UPDATE OF auditor_id, applicant_id, postpones ON outing FOR EACH ROW
EXECUTE FUNCTION outing_own_audit();

--> statement-breakpoint
-- A bed counts from the day it is made or shown to the day it is hidden or deleted; moved to another room it counts there
-- from that day on. What was opened and closed on one day never counted.
create function keep_bed_open() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.display = new.display and old.room_id = new.room_id then return null; end if;
  if tg_op <> 'INSERT' and old.display = 0 then
    delete from bed_open where org_id = old.org_id and bed_id = old.bed_id and open_to is null and open_from >= current_date;
    update bed_open set open_to = current_date where org_id = old.org_id and bed_id = old.bed_id and open_to is null;
  end if;
  if tg_op = 'INSERT' and new.display = 0 then
    insert into bed_open (org_id, bed_id, room_id, open_from) values (new.org_id, new.bed_id, new.room_id, new.created_at::date);
  elsif tg_op = 'UPDATE' and new.display = 0 then
    -- Hidden and shown again on one day, in the same room: as if nothing had been.
    update bed_open set open_to = null
      where org_id = new.org_id and bed_id = new.bed_id and open_to = current_date and room_id = new.room_id;
    if not found then
      insert into bed_open (org_id, bed_id, room_id, open_from) values (new.org_id, new.bed_id, new.room_id, current_date);
    end if;
  elsif tg_op = 'DELETE' then
    update bed_open o set bed_name = old.bed_name, room_name = r.room_name, area = r.area, dept_id = r.dept_id
      from bed_open p left join room r on r.org_id = p.org_id and r.room_id = p.room_id
     where o.org_id = old.org_id and o.bed_id = old.bed_id
       and p.org_id = o.org_id and p.bed_id = o.bed_id and p.open_from = o.open_from;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger keep_bed_open after insert or delete or update of display, room_id on bed
for each row execute function keep_bed_open();
--> statement-breakpoint
-- Beds there are: since they were made, or since somebody first lay in them. When one was hidden is not known; one that is
-- hidden now counted while somebody had it.
insert into bed_open (org_id, bed_id, room_id, open_from, open_to)
select b.org_id, b.bed_id, b.room_id, least(b.created_at::date, s.first), null
from bed b left join lateral (select min(lower(o.days)) as first from occupancy o
  where o.org_id = b.org_id and o.bed_id = b.bed_id and o.kind <> 'RESERVE') s on true
where b.display = 0
union all
select b.org_id, b.bed_id, b.room_id, s.first, least(s.last, current_date)
from bed b join lateral (select min(lower(o.days)) as first, max(coalesce(upper(o.days), current_date)) as last from occupancy o
  where o.org_id = b.org_id and o.bed_id = b.bed_id and o.kind <> 'RESERVE') s on s.first < least(s.last, current_date)
where b.display = 1;

--> statement-breakpoint
-- What is typed in afterwards lies within the stay it belongs to.
CREATE FUNCTION "outing_in_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM stay s WHERE s.org_id = NEW.org_id AND s.stay_id = NEW.stay_id AND s.oldman_id = NEW.oldman_id
    AND s.start_date <= NEW.actual_out::date
    AND (s.end_date IS NULL OR coalesce(NEW.actual_return, NEW.actual_out)::date <= s.end_date)) THEN
    PERFORM refuse_rule('outing_in_stay', 'outing ' || NEW.out_id || ' lies outside its stay');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "outing_in_stay" BEFORE INSERT ON "outing" FOR EACH ROW WHEN (NEW.backfill_reason IS NOT NULL)
  EXECUTE FUNCTION "outing_in_stay"();
