// Pages that existing clients of the platform have, by the routes they know them by. A page of this console that is not
// among them opens nothing there.
const CLIENT_ROUTES: ReadonlySet<string> = new Set([
  '/user',
  '/role',
  '/jobList',
  '/jobType',
  '/departConfig',
  '/regionType',
  '/regionConfig',
  '/roomsList',
  '/createRoom',
  '/bedsList_pims',
  '/bedsList',
  '/menu',
  '/menuSort',
  '/authority',
  '/logList',
  '/loginLog',
  '/zipManage',
  '/userFace',
  '/systemSetPims',
  '/systemSetOrg',
  '/systemSet',
  '/commonSet',
  '/rebootSet',
  '/videoServeSet',
  '/orgManage',
  '/org_reg_list',
  '/deviceManage',
  '/homePage',
  '/systemLicense',
  '/versionCheck',
  '/checkInterface',
  '/ylward',
  '/ylwholeWard',
  '/ward',
  '/wholeWard',
  '/lableManage',
  '/callHistorysList',
  '/deviceRegNum',
])

/** Pages of one kind of terminal, by its type. */
const CLIENT_PATTERNS = [/^\/pimsManage\/\w+$/, /^\/tzsb\/\w+$/]

export const isClientRoute = (route: string) =>
  CLIENT_ROUTES.has(route) || CLIENT_PATTERNS.some((pattern) => pattern.test(route))
