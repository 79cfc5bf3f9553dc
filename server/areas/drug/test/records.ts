// Where the records of medication are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  drug: { table: 'drug', id: 'drug_id' },
  drugStock: { table: 'drug_stock', id: 'stock_id', where: 't.quantity > 5', dept: 'oldman' },
  drugSlip: { table: 'drug_slip', id: 'slip_id', dept: 'oldman' },
  drugRecall: {
    table: 'drug_recall',
    id: 'recall_id',
    where: 't.closed_at is null',
    make: `insert into drug_recall (org_id, recall_id, drug_id, batch_no, reason, user_name)
      select d.org_id, $2::varchar, d.drug_id, $2::varchar, '试', '何静' from drug d where d.org_id = $1 order by d.drug_id limit 1`,
  },
  drugUse: { table: 'drug_use', id: 'use_id', where: `t.state = 'ON'`, dept: 'oldman' },
  drugTake: { table: 'drug_take', id: 'take_id', where: `t.state = 'WAITING'`, dept: 'oldman' },
} satisfies StoredRecords
