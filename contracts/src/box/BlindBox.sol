// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {AssetTypes} from "../exchange/AssetTypes.sol";
import {Asset, Sig} from "../exchange/OrderTypes.sol";
import {Signatures} from "../exchange/Signatures.sol";
import {Fees} from "../fees/Fees.sol";
import {IFees} from "../fees/IFees.sol";
import {BlockHashes} from "./BlockHashes.sol";
import {BoxMoney} from "./BoxMoney.sol";
import {BoxPrizes} from "./BoxPrizes.sol";
import {BoxShapes} from "./BoxShapes.sol";
import {Box, BoxOrder, Request} from "./BoxTypes.sol";
import {Boxes} from "./Boxes.sol";
import {Draws} from "./Draws.sol";
import {IBlindBox} from "./IBlindBox.sol";
import {Stocks} from "./Stocks.sol";

/// @notice See IBlindBox.
contract BlindBox is IBlindBox, Fees, BoxMoney {
    using AssetTypes for uint8;
    using Boxes for BoxOrder;
    using Stocks for mapping(uint256 word => uint256);

    /// @dev Seconds in which a reveal is possible; after them only the refund is, so that no account can choose between the two.
    uint256 private constant REVEAL_TIME = 30 minutes;
    /// @dev What all deliveries of a request together may use, so that 100 hostile ones fit into a transaction (EIP-7825).
    uint256 private constant DELIVERIES_GAS = 10_000_000;
    /// @dev Blocks in which the oldest request can be drawn before the next one is refused: by then an account that
    /// knows the pre-image knows what is left, and buyers do not.
    uint256 private constant DRAW_BLOCKS = 10;
    /// @dev No minimum is above it, so `Fees` compares nothing: a series met its minimum when it was registered.
    uint256 private constant ANY_MINIMUM = 1000;

    mapping(bytes32 box => Box) private _boxes;
    mapping(bytes32 box => mapping(uint256 number => Request)) private _requests;
    mapping(bytes32 box => mapping(uint256 word => uint256)) private _stocks;
    /// @inheritdoc IBlindBox
    mapping(bytes32 box => uint256) public missedOf;

    constructor(
        address owner_,
        address transferProxy_,
        address beneficiary_,
        address[] memory feeSigners,
        uint256 buyerFee_,
        uint256 minimumSellerFee_
    )
        EIP712("Plinth Blind Box", "1")
        Fees(owner_, beneficiary_, feeSigners, buyerFee_, minimumSellerFee_)
        BoxPrizes(transferProxy_)
    {}

    /// @inheritdoc IBlindBox
    function register(BoxOrder calldata order, bytes32 anchor, uint256 requests, uint256 bondEach) external guarded returns (bytes32 id) {
        // Check
        id = order.hash();
        if (msg.sender != order.key.owner) revert BoxCallerNotOwner(msg.sender, order.key.owner);
        Box storage box = _boxes[id];
        if (box.owner != address(0)) revert BoxExists(id);
        (uint256 boxes, uint256 price) = BoxShapes.check(order);
        bool isTicket = order.key.buyAsset.assetType.isItem();
        if (bondEach == 0 || bondEach > type(uint96).max || (!isTicket && bondEach < price)) revert BoxBondTooLow(bondEach, price);
        if (!isTicket) _checkedDefaultFee(order.sellerFee);
        // Effect
        _write(box, order, boxes, price, bondEach);
        _stocks[id].write(order.assetAmounts);
        emit BoxRegistered(id, msg.sender, order, bondEach);
        _commit(id, box, anchor, requests);
        // Interaction
        _takePrizes(id, order);
    }

    /// @inheritdoc IBlindBox
    function depositBond(bytes32 id, uint256 amount) external payable guarded {
        Box storage box = _known(id);
        // Effect
        box.bond += uint128(_fitting(amount));
        emit BondDeposited(id, msg.sender, amount);
        // Interaction
        _takeMoney(box.moneyType, box.money, amount);
    }

    /// @inheritdoc IBlindBox
    function withdrawBond(bytes32 id, uint256 amount) external guarded {
        Box storage box = _owned(id);
        // Check
        uint256 needed = uint256(box.pending) * box.bondEach + _fitting(amount);
        if (box.bond < needed) revert BoxBondShort(box.bond, needed);
        // Effect
        box.bond -= uint128(amount);
        emit BondWithdrawn(id, msg.sender, amount);
        // Interaction
        _payMoney(box.moneyType, box.money, msg.sender, amount);
    }

    /// @inheritdoc IBlindBox
    function commit(bytes32 id, bytes32 withheld, bytes32 anchor, uint256 requests) external guarded {
        Box storage box = _owned(id);
        // Check
        if (box.pending != 0) revert BoxPending(box.pending);
        uint256 missed = missedOf[id];
        _checkWithheld(withheld, missed, box.anchor);
        // Effect
        box.isStopped = false;
        if (missed != 0) {
            missedOf[id] = 0;
            emit Withheld(id, box.next - missed, missed, withheld);
        }
        _commit(id, box, anchor, requests);
    }

    /// @inheritdoc IBlindBox
    function open(bytes32 id, uint256 boxes) external payable guarded {
        Box storage box = _known(id);
        uint256 fee = box.moneyType > AssetTypes.ERC20 ? 0 : _checkedDefaultFee(ANY_MINIMUM);
        _request(id, box, boxes, msg.sender, fee);
    }

    /// @inheritdoc IBlindBox
    function open(BoxOrder calldata order, Sig calldata, uint256 buyerFee_, Sig calldata buyerFeeSig, uint256 amount, address buyer)
        external
        payable
        guarded
    {
        bytes32 id = order.hash();
        Box storage box = _known(id);
        if (box.moneyType <= AssetTypes.ERC20) _checkFees(id, ANY_MINIMUM, buyerFee_, buyerFeeSig);
        else if (buyerFee_ != 0) revert BoxTicketFee(buyerFee_);
        _request(id, box, amount, buyer == address(0) ? msg.sender : buyer, buyerFee_);
    }

    /// @inheritdoc IBlindBox
    function reveal(bytes32 id, bytes32 preimage) external guarded {
        Box storage box = _known(id);
        // Check
        (uint256 number, Request memory request) = _oldest(id, box);
        if (box.isStopped) revert BoxStopped(id);
        if (_isLate(request)) revert BoxRevealLate(request.time + REVEAL_TIME);
        uint256 deciding = uint256(request.blockNumber) + 1;
        if (block.number <= deciding) revert BoxRevealEarly(deciding + 1);
        if (keccak256(abi.encode(preimage)) != box.anchor) revert BoxPreimageWrong(preimage);
        bytes32 blockHash = BlockHashes.find(deciding);
        if (blockHash == 0) revert BoxBlockHashGone(deciding);
        // Effect
        box.anchor = preimage;
        _close(id, box, number, request.boxes);
        emit Revealed(id, number, preimage, blockHash);
        uint256[] memory kinds = _draw(id, box, request.boxes, Draws.seedOf(preimage, blockHash, id, number));
        // Interaction
        uint256 gasEach = DELIVERIES_GAS / kinds.length;
        _deliver(id, request.buyer, kinds, gasEach < ITEM_GAS ? gasEach : ITEM_GAS);
        _payOwner(box, request);
    }

    /// @inheritdoc IBlindBox
    function refund(bytes32 id) external guarded {
        Box storage box = _known(id);
        // Check
        (uint256 number, Request memory request) = _oldest(id, box);
        if (!box.isStopped && !_isLate(request)) revert BoxRefundEarly(request.time + REVEAL_TIME);
        // Effect
        uint256 bond = uint256(request.boxes) * box.bondEach;
        box.isStopped = true;
        ++missedOf[id];
        box.left += request.boxes;
        box.bond -= uint128(bond);
        _close(id, box, number, request.boxes);
        emit Refunded(id, number, request.buyer, request.boxes);
        // Interaction
        uint256 price = uint256(box.price) * request.boxes;
        uint8 moneyType = box.moneyType;
        if (moneyType > AssetTypes.ERC20) {
            _returnTicket(id, _ticketOf(box), request.buyer, price);
            _payMoney(AssetTypes.COIN, address(0), request.buyer, bond);
        } else {
            _payMoney(moneyType, box.money, request.buyer, price + (price * request.fee) / BPS + bond);
        }
    }

    /// @inheritdoc IBlindBox
    function collect(bytes32 id, uint256 kind, uint256 count, address account, address to) external guarded {
        // Check
        if (msg.sender != account && to != account) revert PayoutCallerNotAccount(msg.sender, account);
        uint256 waiting = kept[id][account][kind];
        if (count == 0 || count > waiting) revert BoxNothingKept(account, kind, waiting);
        // Effect
        kept[id][account][kind] = waiting - count;
        emit PrizeCollected(id, account, kind, count, to);
        // Interaction
        _give(kind == TICKET ? _ticketOf(_boxes[id]) : _prizes[id][kind], to, count, kind);
    }

    /// @inheritdoc IBlindBox
    function takeBack(bytes32 id, uint256[] calldata kinds) external guarded {
        Box storage box = _owned(id);
        // Check
        if (block.timestamp < box.endTime) revert BoxNotEnded(box.endTime);
        if (box.pending != 0) revert BoxPending(box.pending);
        for (uint256 i; i < kinds.length; ++i) {
            Asset memory prize = _prizes[id][kinds[i]];
            // Effect
            uint256 count = _stocks[id].empty(kinds[i]);
            if (count == 0) continue;
            emit PrizesTakenBack(id, kinds[i], count);
            // Interaction
            if (prize.assetType != AssetTypes.MINTED) _give(prize, msg.sender, count, kinds[i]);
        }
    }

    /// @inheritdoc IBlindBox
    function hashBox(BoxOrder calldata order) external pure returns (bytes32) {
        return order.hash();
    }

    /// @inheritdoc IBlindBox
    function digest(BoxOrder calldata order) external view returns (bytes32) {
        return _hashTypedDataV4(order.hash());
    }

    /// @inheritdoc IBlindBox
    function prepareMessage(BoxOrder calldata order) external view returns (string memory) {
        (bytes32 high, bytes32 low) = Signatures.toHex(_hashTypedDataV4(order.hash()));
        return string(abi.encodePacked(high, low));
    }

    /// @inheritdoc IBlindBox
    function boxOf(bytes32 id) external view returns (Box memory) {
        return _boxes[id];
    }

    /// @inheritdoc IBlindBox
    function requestOf(bytes32 id, uint256 number) external view returns (Request memory) {
        return _requests[id][number];
    }

    /// @inheritdoc IBlindBox
    function leftOf(bytes32 id) external view returns (uint256[] memory) {
        return _stocks[id].read(_boxes[id].kinds);
    }

    /// @inheritdoc IBlindBox
    function draw(uint256[] memory left, uint256 boxes, uint256 opening, bool repeat, bytes32 seed)
        external
        pure
        returns (uint256[] memory)
    {
        return Draws.draw(left, boxes, opening, repeat, seed);
    }

    /// @inheritdoc IFees
    function beneficiary() public view override(IFees, Fees, BoxPrizes) returns (address) {
        return Fees.beneficiary();
    }

    function _write(Box storage box, BoxOrder calldata order, uint256 boxes, uint256 price, uint256 bondEach) private {
        Asset calldata money = order.key.buyAsset;
        (box.owner, box.startTime, box.endTime) = (msg.sender, uint40(order.startTime), uint40(order.endTime));
        (box.opening, box.repeat, box.kinds) = (uint8(order.opening), order.repeat, uint8(order.assetAmounts.length));
        (box.boxes, box.left) = (uint32(boxes), uint32(boxes));
        (box.moneyType, box.money, box.moneyId) = (money.assetType, money.token, money.tokenId);
        (box.sellerFee, box.price, box.bondEach) = (_checkedFee(order.sellerFee), uint96(price), uint128(bondEach));
        box.salt = order.key.salt;
    }

    function _commit(bytes32 id, Box storage box, bytes32 anchor, uint256 requests) private {
        uint256 end = box.next + requests;
        if (anchor == 0 || requests == 0 || end > type(uint32).max) revert BoxChainInvalid();
        box.anchor = anchor;
        box.chainEnd = uint32(end);
        emit ChainCommitted(id, anchor, box.next, end);
    }

    function _request(bytes32 id, Box storage box, uint256 boxes, address buyer, uint256 fee) private {
        // Check
        _checkNotPaused();
        _checkOpen(id, box, boxes);
        // Effect
        uint256 number = box.next;
        box.left -= uint32(boxes);
        box.pending += uint32(boxes);
        box.next = uint32(number + 1);
        _requests[id][number] = Request(buyer, uint8(boxes), uint40(block.number), uint32(block.timestamp), uint16(fee));
        _logRequest(id, box, number, boxes, buyer, fee);
        // Interaction
        uint256 price = uint256(box.price) * boxes;
        uint8 moneyType = box.moneyType;
        if (moneyType <= AssetTypes.ERC20) return _takeMoney(moneyType, box.money, price + (price * fee) / BPS);
        if (msg.value != 0) revert BoxValueWrong(msg.value, 0);
        if (!_takeItem(_ticketOf(box), msg.sender, price)) revert BoxPaymentShort(box.money, price);
    }

    function _checkOpen(bytes32 id, Box storage box, uint256 boxes) private view {
        if (block.timestamp < box.startTime) revert BoxNotStarted(box.startTime);
        if (block.timestamp >= box.endTime) revert BoxEnded(box.endTime);
        if (boxes == 0 || boxes > BoxShapes.most(box)) revert BoxQuantityInvalid(boxes);
        if (boxes > box.left) revert BoxSoldOut(box.left);
        if (box.isStopped) revert BoxStopped(id);
        if (box.head != box.next) _checkOldest(id, box.head);
        if (box.next >= box.chainEnd) revert BoxChainUsedUp(box.chainEnd);
        uint256 needed = (box.pending + boxes) * box.bondEach;
        if (box.bond < needed) revert BoxBondShort(box.bond, needed);
    }

    /// @dev No request joins those that will be refunded, for the sake of the bond, nor one whose draw the owner knows.
    function _checkOldest(bytes32 id, uint256 number) private view {
        Request memory oldest = _requests[id][number];
        if (_isLate(oldest)) revert BoxStopped(id);
        if (block.number > oldest.blockNumber + 1 + DRAW_BLOCKS) revert BoxDrawOverdue(number);
    }

    /// @dev The last pre-image that was not shown leads, hash by hash, to the first one and to what it was committed to.
    function _checkWithheld(bytes32 withheld, uint256 missed, bytes32 anchor) private pure {
        bytes32 preimage = withheld;
        for (uint256 i; i < missed; ++i) {
            preimage = keccak256(abi.encode(preimage));
        }
        if (preimage != (missed == 0 ? bytes32(0) : anchor)) revert BoxPreimageWrong(withheld);
    }

    function _logRequest(bytes32 id, Box storage box, uint256 number, uint256 boxes, address buyer, uint256 fee) private {
        uint256 tokenId = box.moneyType > AssetTypes.ERC20 ? box.moneyId : 0;
        emit Open(box.owner, box.money, tokenId, uint256(box.price) * box.boxes, buyer, boxes, box.salt);
        emit Requested(id, number, buyer, boxes, fee);
    }

    /// @dev What is drawn, or refunded, waits no more.
    function _close(bytes32 id, Box storage box, uint256 number, uint256 boxes) private {
        box.head = uint32(number + 1);
        box.pending -= uint32(boxes);
        delete _requests[id][number];
    }

    function _draw(bytes32 id, Box storage box, uint256 boxes, bytes32 seed) private returns (uint256[] memory kinds) {
        uint256[] memory left = _stocks[id].read(box.kinds);
        kinds = Draws.draw(left, boxes, box.opening, box.repeat, seed);
        _stocks[id].write(left);
        for (uint256 i; i < kinds.length; ++i) {
            emit OpenIndex(kinds[i]);
        }
    }

    function _payOwner(Box storage box, Request memory request) private {
        uint256 price = uint256(box.price) * request.boxes;
        uint8 moneyType = box.moneyType;
        if (moneyType > AssetTypes.ERC20) return _burnTicket(_ticketOf(box), price);
        uint256 sellerPart = (price * box.sellerFee) / BPS;
        _payFees(moneyType, box.money, beneficiary(), sellerPart + (price * request.fee) / BPS);
        _payMoney(moneyType, box.money, box.owner, price - sellerPart);
    }

    function _oldest(bytes32 id, Box storage box) private view returns (uint256 number, Request memory request) {
        number = box.head;
        request = _requests[id][number];
        if (request.boxes == 0) revert BoxNothingPending(id);
    }

    function _isLate(Request memory request) private view returns (bool) {
        return block.timestamp >= request.time + REVEAL_TIME;
    }

    function _known(bytes32 id) private view returns (Box storage box) {
        box = _boxes[id];
        if (box.owner == address(0)) revert BoxUnknown(id);
    }

    function _owned(bytes32 id) private view returns (Box storage box) {
        box = _known(id);
        if (msg.sender != box.owner) revert BoxCallerNotOwner(msg.sender, box.owner);
    }

    function _ticketOf(Box storage box) private view returns (Asset memory) {
        return Asset(box.money, box.moneyId, box.moneyType);
    }

    /// @dev No sum of bonds that can be paid comes near 2^128.
    function _fitting(uint256 amount) private pure returns (uint256) {
        if (amount == 0 || amount > type(uint120).max) revert BoxPaymentShort(address(0), amount);
        return amount;
    }
}
