/** A thing the agency sells (the program that receives leads is the server). */
export interface Service {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly type: string;
  readonly rating: number;
  readonly phone: string;
  readonly address: string;
  readonly image: string;
  readonly icon: string;
}
