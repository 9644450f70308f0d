// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPayouts} from "../fees/IPayouts.sol";
import {AssetTypes} from "./AssetTypes.sol";
import {ExchangeState} from "./ExchangeState.sol";
import {IExchange} from "./IExchange.sol";
import {IExchangeForms} from "./IExchangeForms.sol";
import {Acceptance, Extra, Fill, Order, Sig} from "./OrderTypes.sol";
import {Orders} from "./Orders.sol";
import {OwedCoin} from "./OwedCoin.sol";

/// @notice Several fills in one transaction: each is a call of its own, so that it is done as a whole or not at all.
abstract contract ManyFills is ExchangeState {
    using Orders for uint256;

    /// @dev The documented form of `exchange`.
    bytes4 private constant EXCHANGE = 0x9cec6392;
    /// @dev `acceptBid` for bytes.
    bytes4 private constant ACCEPT_BY_BYTES = 0xf6f931d5;
    /// @dev The forms of `exchange` for bytes, for a voucher, and for both.
    bytes4 private constant BY_BYTES = 0xb60396cd;
    bytes4 private constant MINTING = 0x5fc7f343;
    bytes4 private constant MINTING_BY_BYTES = 0x0e4af94c;
    /// @dev Gas that one fill of a sweep may use. A hostile line costs its buyer that, and a payout's gas for each payee it adds.
    uint256 private constant SWEEP_GAS = 600_000;
    /// @dev SWEEP_GAS after the 63/64 rule, plus what comes before and after the fill.
    uint256 private constant SWEEP_GAS_NEEDED = 650_000;
    /// @dev Bids that are accepted at once at most.
    uint256 private constant MOST_BIDS = 50;
    /// @dev Payees that one fill adds at most: the seller and the recipients of the royalty.
    uint256 private constant PAYEES_OF_A_FILL = 6;
    /// @dev What follows the payouts of a sweep.
    uint256 private constant SWEEP_END_GAS = 100_000;

    function _acceptBids(Acceptance[] calldata bids, address receiver, uint256 leastFills)
        internal
        returns (bool[] memory done)
    {
        // Check
        if (bids.length > MOST_BIDS) revert IExchange.ExchangeTooMany(bids.length, MOST_BIDS);
        _checkFree();
        done = new bool[](bids.length);
        uint256 count;
        // Interaction
        for (uint256 i; i < bids.length; ++i) {
            if (gasleft() < SWEEP_GAS_NEEDED) {
                _checkEnough(count, leastFills);
                break;
            }
            done[i] = _try(_encodeAcceptance(bids[i], receiver));
            if (done[i]) ++count;
        }
        _checkCount(count, leastFills);
    }

    function _sweep(Fill[] calldata fills, Extra[] calldata extras, address buyer, uint256 leastFills)
        internal
        returns (bool[] memory done)
    {
        // Check
        _checkFree();
        _state = SWEEPING + msg.value;
        done = new bool[](fills.length);
        uint256 count;
        uint256 used;
        // Interaction
        for (uint256 i; i < fills.length; ++i) {
            Fill calldata fill = fills[i];
            uint8 moneyType = fill.order.key.buyAsset.assetType;
            if (moneyType != AssetTypes.COIN) {
                revert IExchange.ExchangeSidesUnsupported(fill.order.key.sellAsset.assetType, moneyType);
            }
            if (!_hasGasForAnother()) {
                _checkEnough(count, leastFills);
                break;
            }
            bool isMore = used < extras.length && extras[used].line == i;
            done[i] = _try(isMore ? _encodeMore(fill, extras[used++], buyer) : _encodeFill(fill, buyer));
            if (done[i]) ++count;
        }
        _checkCount(count, leastFills);
        uint256 left = _state - SWEEPING;
        _state = ENTERED;
        _payOwed();
        if (left != 0) _send(msg.sender, left);
        _state = FREE;
    }

    /// @dev A call of its own, so that it fills as a whole or not at all. Assembly: a high-level call copies what a hostile
    /// item returns.
    function _try(bytes memory data) private returns (bool ok) {
        assembly ("memory-safe") {
            ok := delegatecall(SWEEP_GAS, address(), add(data, 0x20), mload(data), 0, 0)
        }
    }

    function _checkCount(uint256 count, uint256 least) private pure {
        if (count == 0) revert IExchange.ExchangeNothingSwept();
        if (count < least) revert IExchange.ExchangeSweptTooFew(count, least);
    }

    function _encodeAcceptance(Acceptance calldata bid, address receiver) private pure returns (bytes memory) {
        if (bid.order.key.salt.terms() == Orders.CRITERIA) {
            return abi.encodeCall(
                IExchangeForms.acceptCriteriaBid,
                (
                    bid.order,
                    bid.signature,
                    bid.buyerFee,
                    bid.buyerFeeSig,
                    bid.amount,
                    receiver,
                    bid.leastProceeds,
                    bid.tokenId,
                    bid.proof
                )
            );
        }
        return abi.encodeWithSelector(
            ACCEPT_BY_BYTES,
            bid.order,
            bid.signature,
            bid.buyerFee,
            bid.buyerFeeSig,
            bid.amount,
            receiver,
            bid.leastProceeds
        );
    }

    function _encodeFill(Fill calldata fill, address buyer) private pure returns (bytes memory) {
        return abi.encodeWithSelector(
            EXCHANGE, fill.order, fill.sig, fill.buyerFee, fill.buyerFeeSig, fill.amount, buyer
        );
    }

    function _encodeMore(Fill calldata fill, Extra calldata more, address buyer) private pure returns (bytes memory) {
        if (more.signature.length == 0) {
            if (more.voucher.length == 0) return _encodeFill(fill, buyer);
            return abi.encodeWithSelector(
                MINTING, fill.order, fill.sig, fill.buyerFee, fill.buyerFeeSig, fill.amount, buyer, more.voucher
            );
        }
        if (more.voucher.length == 0) {
            return abi.encodeWithSelector(
                BY_BYTES, fill.order, more.signature, fill.buyerFee, fill.buyerFeeSig, fill.amount, buyer
            );
        }
        return abi.encodeWithSelector(
            MINTING_BY_BYTES, fill.order, more.signature, fill.buyerFee, fill.buyerFeeSig, fill.amount, buyer, more.voucher
        );
    }

    /// @dev Each payee is paid once, with the gas of a single payout.
    function _payOwed() private {
        uint256 count = OwedCoin.count();
        OwedCoin.close();
        for (uint256 i; i < count; ++i) {
            (address payee, uint256 amount) = OwedCoin.take(i);
            _payCoin(payee, amount);
        }
    }

    function _checkFree() private view {
        if (_state != FREE) revert IPayouts.PayoutReentered();
    }

    /// @dev Where the gas does not suffice for one more, what is done must be enough.
    function _checkEnough(uint256 count, uint256 least) private view {
        if (count == 0 || count < least) revert IPayouts.PayoutGasTooLow(gasleft());
    }

    /// @dev Whether one more fill, and the payouts of all payees there may be then, fit into the gas that is left.
    function _hasGasForAnother() private view returns (bool) {
        return gasleft() >= SWEEP_GAS_NEEDED + SWEEP_END_GAS + (OwedCoin.count() + PAYEES_OF_A_FILL) * PAYOUT_GAS_NEEDED;
    }

    function _encodeExchange(
        Order calldata order,
        Sig memory sig,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer
    ) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(EXCHANGE, order, sig, buyerFee_, buyerFeeSig, amount, buyer);
    }
}
