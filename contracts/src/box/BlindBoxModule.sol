// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AssetTypes} from "../exchange/AssetTypes.sol";
import {Asset} from "../exchange/OrderTypes.sol";
import {Signatures} from "../exchange/Signatures.sol";
import {FeeCap} from "../fees/FeeCap.sol";
import {IFees} from "../fees/IFees.sol";
import {BoxMoney} from "./BoxMoney.sol";
import {BoxShapes} from "./BoxShapes.sol";
import {BoxState} from "./BoxState.sol";
import {Box, BoxOrder} from "./BoxTypes.sol";
import {Boxes} from "./Boxes.sol";
import {Draws} from "./Draws.sol";
import {IBlindBox} from "./IBlindBox.sol";
import {IBoxSeries} from "./IBoxSeries.sol";
import {Stocks} from "./Stocks.sol";

/// @notice See IBoxSeries. Code that the boxes delegate to: sender, value, balance and storage are theirs.
contract BlindBoxModule is IBoxSeries, BoxMoney {
    using AssetTypes for uint8;
    using Boxes for BoxOrder;
    using Stocks for mapping(uint256 word => uint256);

    address private immutable _self = address(this);

    /// @dev Outside the boxes the module has no series, coin or approvals of its own to act on.
    modifier onlyDelegated() {
        if (address(this) == _self) revert IBlindBox.BoxModuleCalledDirectly();
        _;
    }

    constructor(address transferProxy_) BoxState(transferProxy_) {}

    /// @inheritdoc IBoxSeries
    function register(BoxOrder calldata order, bytes32 anchor, uint256 requests, uint256 bondEach) external onlyDelegated guarded returns (bytes32 id) {
        // Check
        id = order.hash();
        if (msg.sender != order.key.owner) revert IBlindBox.BoxCallerNotOwner(msg.sender, order.key.owner);
        Box storage box = _boxes[id];
        if (box.owner != address(0)) revert IBlindBox.BoxExists(id);
        (uint256 boxes, uint256 price) = BoxShapes.check(order);
        bool isTicket = order.key.buyAsset.assetType.isItem();
        if (bondEach == 0 || bondEach > type(uint96).max || (!isTicket && bondEach < price)) revert IBlindBox.BoxBondTooLow(bondEach, price);
        if (!isTicket) _checkMinimum(order.sellerFee);
        // Effect
        _write(box, order, boxes, price, bondEach);
        _stocks[id].write(order.assetAmounts);
        emit IBlindBox.BoxRegistered(id, msg.sender, order, bondEach);
        _commit(id, box, anchor, requests);
        // Interaction
        _takePrizes(id, order);
    }

    /// @inheritdoc IBoxSeries
    function depositBond(bytes32 id, uint256 amount) external payable onlyDelegated guarded {
        Box storage box = _known(id);
        // Effect
        box.bond += uint128(_fitting(amount));
        emit IBlindBox.BondDeposited(id, msg.sender, amount);
        // Interaction
        _takeMoney(box.moneyType, box.money, amount);
    }

    /// @inheritdoc IBoxSeries
    function withdrawBond(bytes32 id, uint256 amount) external onlyDelegated guarded {
        Box storage box = _owned(id);
        // Check
        uint256 needed = uint256(box.pending) * box.bondEach + _fitting(amount);
        if (box.bond < needed) revert IBlindBox.BoxBondShort(box.bond, needed);
        // Effect
        box.bond -= uint128(amount);
        emit IBlindBox.BondWithdrawn(id, msg.sender, amount);
        // Interaction
        _payMoney(box.moneyType, box.money, msg.sender, amount);
    }

    /// @inheritdoc IBoxSeries
    function commit(bytes32 id, bytes32 withheld, bytes32 anchor, uint256 requests) external onlyDelegated guarded {
        Box storage box = _owned(id);
        // Check
        if (box.pending != 0) revert IBlindBox.BoxPending(box.pending);
        uint256 missed = _missed[id];
        _checkWithheld(withheld, missed, box.anchor);
        // Effect
        box.isStopped = false;
        if (missed != 0) {
            _missed[id] = 0;
            emit IBlindBox.Withheld(id, box.next - missed, missed, withheld);
        }
        _commit(id, box, anchor, requests);
    }

    /// @inheritdoc IBoxSeries
    function takeBack(bytes32 id, uint256[] calldata kinds) external onlyDelegated guarded {
        Box storage box = _owned(id);
        // Check
        if (block.timestamp < box.endTime) revert IBlindBox.BoxNotEnded(box.endTime);
        if (box.pending != 0) revert IBlindBox.BoxPending(box.pending);
        for (uint256 i; i < kinds.length; ++i) {
            Asset memory prize = _prizes[id][kinds[i]];
            // Effect
            uint256 count = _stocks[id].empty(kinds[i]);
            if (count == 0) continue;
            emit IBlindBox.PrizesTakenBack(id, kinds[i], count);
            // Interaction
            if (prize.assetType != AssetTypes.MINTED) _give(id, prize, msg.sender, count, kinds[i]);
        }
    }

    /// @inheritdoc IBoxSeries
    function hashBox(BoxOrder calldata order) external pure returns (bytes32) {
        return order.hash();
    }

    /// @inheritdoc IBoxSeries
    function digest(BoxOrder calldata order) external view onlyDelegated returns (bytes32) {
        return _hashTypedDataV4(order.hash());
    }

    /// @inheritdoc IBoxSeries
    function prepareMessage(BoxOrder calldata order) external view onlyDelegated returns (string memory) {
        (bytes32 high, bytes32 low) = Signatures.toHex(_hashTypedDataV4(order.hash()));
        return string(abi.encodePacked(high, low));
    }

    /// @inheritdoc IBoxSeries
    function draw(uint256[] memory left, uint256 boxes, uint256 opening, bool repeat, bytes32 seed)
        external
        pure
        returns (uint256[] memory)
    {
        return Draws.draw(left, boxes, opening, repeat, seed);
    }

    function _write(Box storage box, BoxOrder calldata order, uint256 boxes, uint256 price, uint256 bondEach) private {
        Asset calldata money = order.key.buyAsset;
        (box.owner, box.startTime, box.endTime) = (msg.sender, uint40(order.startTime), uint40(order.endTime));
        (box.opening, box.repeat, box.kinds) = (uint8(order.opening), order.repeat, uint8(order.assetAmounts.length));
        (box.boxes, box.left) = (uint32(boxes), uint32(boxes));
        (box.moneyType, box.money, box.moneyId) = (money.assetType, money.token, money.tokenId);
        (box.sellerFee, box.price, box.bondEach) = (FeeCap.checked(order.sellerFee), uint96(price), uint128(bondEach));
        box.salt = order.key.salt;
    }

    function _commit(bytes32 id, Box storage box, bytes32 anchor, uint256 requests) private {
        uint256 end = box.next + requests;
        if (anchor == 0 || requests == 0 || end > type(uint32).max) revert IBlindBox.BoxChainInvalid();
        box.anchor = anchor;
        box.chainEnd = uint32(end);
        emit IBlindBox.ChainCommitted(id, anchor, box.next, end);
    }

    /// @dev The last pre-image that was not shown leads, hash by hash, to the first one and to what it was committed to.
    function _checkWithheld(bytes32 withheld, uint256 missed, bytes32 anchor) private pure {
        bytes32 preimage = withheld;
        for (uint256 i; i < missed; ++i) {
            preimage = keccak256(abi.encode(preimage));
        }
        if (preimage != (missed == 0 ? bytes32(0) : anchor)) revert IBlindBox.BoxPreimageWrong(withheld);
    }

    /// @dev A later minimum does not concern the series.
    function _checkMinimum(uint256 sellerFee) private view {
        uint256 minimum = IFees(address(this)).minimumSellerFee();
        if (sellerFee < minimum) revert IFees.FeesSellerFeeBelowMinimum(sellerFee, minimum);
    }

    /// @dev No sum of bonds that can be paid comes near 2^128.
    function _fitting(uint256 amount) private pure returns (uint256) {
        if (amount == 0 || amount > type(uint120).max) revert IBlindBox.BoxPaymentShort(address(0), amount);
        return amount;
    }
}
