import { emptyFolder, run } from '../cli/run.ts'

/** Runs `citable build --target cloudflare` into a new folder, which is returned. */
export async function buildForCloudflare(archiveDir: string, baseUrl: string): Promise<string> {
  const out = emptyFolder()
  const args = ['build', archiveDir, '--target', 'cloudflare', '--base-url', baseUrl, '--out', out, '--quiet']
  const { code, stderr } = await run(args)
  if (code !== 0) throw new Error(stderr)
  return out
}
