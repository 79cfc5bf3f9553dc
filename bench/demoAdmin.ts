/** The organisation administrator among the accounts that the first start prints. */
export function demoAdmin(printed: string): { userName: string; password: string } {
  const line = printed.split('\n').find((one) => one.includes('机构管理员'))
  const [userName, password] = (line?.match(/[A-Za-z0-9]{6,20}/g) ?? []) as string[]
  if (!userName || !password) throw new Error(`No demo administrator printed:\n${printed}`)
  return { userName, password }
}
