import { foreignIds } from '#server/kit/test/foreign'

const TAG = "select tag_id as id from education_tag where tag_name = '防跌倒'"

export default foreignIds((product) => {
  const params = async () => ({ id: (await product().app.pool.query<{ id: string }>(TAG)).rows[0]!.id })
  return {
    'education.tag.get': { as: 'operator', params },
    'education.tag.remove': { as: 'operator', params, status: 401 },
  }
})
