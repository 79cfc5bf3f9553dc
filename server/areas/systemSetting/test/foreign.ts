import { operatorOrganisation } from '#server/areas/platform/public'
import { newId } from '#server/kit/ids'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'

export default foreignIds((product) => {
  /** A package of the operator, which the demo organisation's administrator must not reach. */
  const packageCall = (body?: Foreign['body']): Foreign => ({
    as: 'zhengkai',
    params: async () => {
      const { pool } = product().app
      const packageId = newId()
      await pool.query(
        `insert into device_package (org_id, package_id, package_name, package_size, device_model, package_version, package_url)
         values ($1, $2::text, '别家的包', 1, $2::text, '1', '/files/' || $2 || '/a.zip')`,
        [await operatorOrganisation(pool), packageId],
      )
      return { packageId }
    },
    ...(body && { body }),
  })
  return {
    'systemSetting.installPackage.get': packageCall(),
    'systemSetting.installPackage.save': packageCall({ packageName: '改名' }),
    'systemSetting.installPackage.remove': packageCall(),
  }
})
