/** The address of the archive that the figures in the posts are of: the one that `npm start` gives it. */
export const base: string
/** What posts write where their archive's own address is meant. */
export const placeholder: string

export interface Shell {
  /** What a command prints. */
  run(command: string): Promise<string>
  /** The one block of commands in the post that has these words. */
  block(words: string): string
}

export function withShell<T>(markdown: string, port: number, use: (shell: Shell) => Promise<T>): Promise<T>

/** A fenced block, and which lines of the post its text is. */
export interface Fence {
  readonly language: string
  readonly text: string
  readonly from: number
  readonly to: number
  /** Whether nothing stands between it and the fenced block before it. */
  readonly follows: boolean
}

export function fences(markdown: string): Fence[]
