/** Tells on the standard error what goes on: steps stay, notes replace each other where there is a terminal. */
export class Progress {
  private readonly begin = performance.now();
  private noted = 0;

  constructor(private readonly out: NodeJS.WriteStream = process.stderr) {}

  step(text: string): void {
    this.clear();
    this.out.write(`${this.elapsed()}  ${text}\n`);
  }

  note(text: string): void {
    const now = performance.now();
    if (this.out.isTTY) {
      this.clear();
      this.out.write(`${this.elapsed()}    ${text}`);
      this.noted = now;
    } else if (now - this.noted > 5_000) {
      this.noted = now;
      this.out.write(`${this.elapsed()}    ${text}\n`);
    }
  }

  clear(): void {
    if (this.out.isTTY) this.out.write('\r\u001b[2K');
  }

  private elapsed(): string {
    const seconds = Math.round((performance.now() - this.begin) / 1000);
    return `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}
