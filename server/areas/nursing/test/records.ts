// Where the records of nursing are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  assessment: { table: 'assessment', id: 'assessment_id', where: 't.oldman_id is not null', dept: 'oldman' },
  assessCopy: {
    table: 'assess_copy',
    id: 'copy_id',
    make: `insert into assess_copy (org_id, copy_id, kind, name) values ($1, $2, 'of2023', '本院评估表')`,
  },
  assessChange: { table: 'assess_change', id: 'change_id', where: 't.closed_at is null', dept: 'oldman' },
  careCategory: { table: 'care_category', id: 'category_id' },
  careProject: { table: 'care_project', id: 'project_id' },
  level: { table: 'nursing_level', id: 'level_id' },
  carePlan: { table: 'care_plan', id: 'plan_id', where: `t.state = 'ON'`, dept: 'oldman' },
  careTask: { table: 'care_task', id: 'task_id', where: `t.state = 'WAITING'`, dept: 'oldman' },
  careExecution: { table: 'care_execution', id: 'execution_id', dept: 'oldman' },
  vitalSign: { table: 'vital_sign', id: 'sign_id', where: 't.removed_at is null', dept: 'oldman' },
  vitalAlert: { table: 'vital_alert', id: 'alert_id', where: "t.state <> 'CLOSED'", dept: 'oldman' },
  handover: {
    table: 'handover_sheet',
    id: 'sheet_id',
    where: "t.state = 'DRAFT'",
    make: `insert into handover_sheet (org_id, sheet_id, dept_id, day, shift, from_at, to_at)
      select $1, $2, o.dept_id, current_date - 300, 'DAY', current_date - 300 + time '08:00', current_date - 300 + time '20:00'
      from oldman o where o.org_id = $1 and o.status = 1 and o.dept_id is not null and o.archive_no <> o.oldman_id order by o.oldman_id limit 1`,
    dept: 'own',
  },
  dishCategory: { table: 'dish_category', id: 'category_id' },
  dish: { table: 'dish', id: 'dish_id', where: 't.enabled' },
  dishPlan: { table: 'dish_plan', id: 'plan_id', where: "t.state = 'DRAFT'" },
  mealGuest: {
    table: 'meal_guest',
    id: 'guest_id',
    where: 't.cancelled_at is null',
    dept: 'oldman',
    make: `insert into meal_guest (org_id, guest_id, oldman_id, day, meal, texture, portions, price_fen, by_name)
      select o.org_id, $2, o.oldman_id, current_date + 3, 3, 1, 1, 0, '王护士' from oldman o
      where o.org_id = $1 and o.status = 1 and o.dept_id is not null and o.archive_no <> o.oldman_id order by o.oldman_id limit 1`,
  },
  mealAlert: { table: 'meal_alert', id: 'alert_id', where: 't.handled_at is null', dept: 'oldman' },
  mealSample: { table: 'meal_sample', id: 'sample_id', where: 't.destroyed_at is null and t.keep_until < now()' },
  dishPlanItem: {
    table: 'dish_plan_item',
    id: 'item_id',
    where: `exists (select from dish_plan p where p.org_id = t.org_id and p.plan_id = t.plan_id and p.state = 'DRAFT')`,
  },
} satisfies StoredRecords
