import { foreignIds } from '#server/kit/test/foreign'

const TAG = "select tag_id as id from education_tag where tag_name = '防跌倒'"

const CATEGORY = "select category_id as id from education_tag_category where category_name = '慢病管理'"

export default foreignIds((product) => {
  const params = async () => ({ id: (await product().app.pool.query<{ id: string }>(TAG)).rows[0]!.id })
  const category = async () => ({ id: (await product().app.pool.query<{ id: string }>(CATEGORY)).rows[0]!.id })
  return {
    'education.tagCategory.get': { as: 'operator', params: category },
    'education.tagCategory.remove': { as: 'operator', params: category, status: 401 },
    'education.tag.get': { as: 'operator', params },
    'education.tag.remove': { as: 'operator', params, status: 401 },
  }
})
