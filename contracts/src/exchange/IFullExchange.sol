// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "./IExchange.sol";
import {IExchangeForms} from "./IExchangeForms.sol";

/// @notice All that can be called at the exchange's address.
interface IFullExchange is IExchange, IExchangeForms {}
