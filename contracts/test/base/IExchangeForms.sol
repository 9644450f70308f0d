// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, Sig} from "../../src/exchange/OrderTypes.sol";

/// @notice The forms of `exchange`, one by one: their common name alone says not which.
interface IExchangeBySig {
    function exchange(Order calldata order, Sig calldata sig, uint256 buyerFee, Sig calldata buyerFeeSig, uint256 amount, address buyer)
        external
        payable;
}

interface IExchangeByBytes {
    function exchange(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer
    ) external payable;
}

interface IExchangeWithVoucher {
    function exchange(
        Order calldata order,
        Sig calldata sig,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer,
        bytes calldata voucher
    ) external payable;
}

interface IAcceptBySig {
    function acceptBid(
        Order calldata order,
        Sig calldata sig,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address receiver,
        uint256 leastProceeds
    ) external;
}
