// Who needs a drug: for whom it is kept, who takes it, and what was ever written with it.
import type pg from 'pg'

type Client = pg.Pool | pg.ClientBase

const USERS = `select
  (select count(distinct oldman_id)::int from drug_stock where org_id = $1 and drug_id = $2 and quantity > 0) as holders,
  (select count(distinct oldman_id)::int from drug_use where org_id = $1 and drug_id = $2 and state <> 'ENDED') as users,
  (select count(*)::int from drug_move where org_id = $1 and drug_id = $2) as moves,
  (select count(*)::int from drug_use where org_id = $1 and drug_id = $2 and state = 'ENDED') as ended,
  (select count(*)::int from drug_recall where org_id = $1 and drug_id = $2) as recalls`

type Counts = Record<'holders' | 'users' | 'moves' | 'ended' | 'recalls', number>

/** In words; nothing: nobody does. */
export async function drugUsers(client: Client, orgId: string, drugId: string): Promise<string[]> {
  const found = await client.query<Counts>({ name: 'drug_users', text: USERS, values: [orgId, drugId] })
  const { holders, users, moves, ended, recalls } = found.rows[0]!
  return [
    users > 0 && `${users} 位老人正在使用`,
    holders > 0 && `${holders} 位老人有存药`,
    moves > 0 && `${moves} 条收发记录`,
    ended > 0 && `${ended} 条停用的用药设置`,
    recalls > 0 && `${recalls} 次召回`,
  ].filter((one): one is string => one !== false)
}

/** Quantities of it are written down: what they are counted in stands for good. */
export const heldOrUsed = async (client: Client, orgId: string, drugId: string): Promise<boolean> => {
  const found = await client.query(
    `select 1 from drug_stock where org_id = $1 and drug_id = $2 union all
     select 1 from drug_use where org_id = $1 and drug_id = $2 limit 1`,
    [orgId, drugId],
  )
  return found.rowCount! > 0
}
