// Handlers of what ingredients cost.
import type { InputOf } from '#contract/kit/call'
import { type Fen, yuanText } from '#contract/kit/money'
import { notFound } from '#contract/kit/refusal'
import { type IngredientData, ingredient } from '#contract/nursing/ingredient'
import type { Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'

const DISHES = `from dish_ingredient n where n.org_id = t.org_id and n.ingredient_name = t.ingredient_name`
const SELECT = `t.ingredient_name as "ingredientName", t.price_fen as "priceFen", t.changed_name as "changedName",
  t.changed_at as "changedAt", t.version, (select count(*)::int ${DISHES}) as dishes`

const HOLD = `select ${SELECT} from ingredient t where t.org_id = $1 and t.ingredient_name = $2 for update of t`
const SAVE = `update ingredient t set price_fen = $3, changed_name = $4, changed_at = now(), version = t.version + 1
where t.org_id = $1 and t.ingredient_name = $2 returning ${SELECT}`

const words = (price: Fen | null) => (price === null ? '没有价格' : `${yuanText(price)} 元/千克`)

async function save(
  tx: Tx,
  { ingredientName, priceFen, version }: InputOf<typeof ingredient.calls.save>,
): Promise<IngredientData> {
  const name = ingredientName.trim()
  const before = (await tx.client.query<IngredientData>(HOLD, [tx.orgId, name])).rows[0]
  if (!before) throw notFound('食材')
  await refuseStale(tx, name, version, before.version)
  const price = priceFen ?? null
  const saved = await tx.client.query<IngredientData>(SAVE, [tx.orgId, name, price, tx.by.name])
  tx.log({
    remark: `“${name}”的价格由${words(before.priceFen)}改为${words(price)}`,
    targetType: 'ingredient',
    targetId: name,
    changes: { priceFen: [before.priceFen, price] },
  })
  return saved.rows[0]!
}

export default implement(ingredient, {
  list: (query, who) =>
    pageOfRows<IngredientData>(
      who.app.pool,
      {
        from: 'ingredient t',
        key: 'ingredient_name',
        select: SELECT,
        filters: [
          ['t.org_id = ?', who.orgId],
          // What no dish names any more is not shown; its price stays for the next one.
          [`(exists (select ${DISHES})) = ?`, true],
          ['t.ingredient_name like ?', contains(query.ingredientName)],
          ['(t.price_fen is not null) = ?', query.priced],
        ],
        sorts: { ingredientName: 't.ingredient_name', priceFen: 't.price_fen', changedAt: 't.changed_at' },
        defaultSort: '(t.price_fen is not null), t.ingredient_name',
      },
      query,
    ),
  save: (body, who) => who.tx((tx) => save(tx, body)),
})
