/** A thing the agency sells (the program that receives leads is the server). */
export interface Service {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly type: string;
  /** 0 to 5, from real reviews; no page shows it. */
  readonly rating?: number;
  readonly phone: string;
  readonly address: string;
  readonly image: string;
  readonly icon: string;
}
