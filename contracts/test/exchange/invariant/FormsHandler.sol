// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, SettlementVoucher} from "../../../src/collection/CollectionTypes.sol";
import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {IFullExchange} from "../../../src/exchange/IFullExchange.sol";
import {Asset, Fill, Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {Test} from "../../base/Test.sol";
import {Wallet} from "../../base/Wallet.sol";
import {RoyalERC1155} from "./RoyalERC1155.sol";

/// @notice Alice and a contract of hers sell by every form of `exchange`, by sweep, and what is not minted yet; Bob buys.
contract FormsHandler is Test {
    uint256 private constant FEE = 250;

    IFullExchange private exchange;
    ITransferProxy private proxy;
    ICollection1155 private editions;
    RoyalERC1155 public item;
    HostilePayee public creator;
    Wallet public wallet;

    uint256 public number;
    uint256 public minted;
    uint256 public feesKept;
    uint256 public itemsDue;
    uint256 public paidByBob;
    bool public wasWrong;

    constructor(IFullExchange exchange_, ITransferProxy proxy_, ICollection1155 editions_) {
        (exchange, proxy, editions) = (exchange_, proxy_, editions_);
        creator = new HostilePayee();
        wallet = new Wallet(alice);
        item = new RoyalERC1155(address(creator));
        item.give(alice, 1, 1e9);
        item.give(address(wallet), 1, 1e9);
        vm.prank(alice);
        item.setApprovalForAll(address(proxy_), true);
        wallet.act(address(item), abi.encodeCall(item.setApprovalForAll, (address(proxy_), true)));
    }

    function sale(address owner, uint256 price) private returns (Order memory) {
        Asset memory coin = Asset(address(0), 0, 0);
        return Order(OrderKey(owner, number++, Asset(address(item), 1, 2), coin), 1, price, FEE);
    }

    function due(uint256 price) private pure returns (uint256) {
        return price + price * FEE / 10_000;
    }

    function signedOrder(uint256 key, Order memory order) private view returns (Sig memory) {
        return signed(key, exchange.digest(order));
    }

    function book(uint256 price) private {
        feesKept += 2 * (price * FEE / 10_000);
        paidByBob += due(price);
    }

    /// Any of three: open, cancelled before, signed by another.
    function sweep(uint256 price, uint256 seed, uint256 budget) external {
        price = bound(price, 1, 1e15);
        Fill[] memory fills = new Fill[](3);
        uint256 left = bound(budget, 0, 4 * due(price));
        uint256 value = left;
        bool[3] memory isDue;
        bool isAny;
        for (uint256 i; i < 3; ++i) {
            Order memory order = sale(alice, price);
            uint256 fate = (seed >> (8 * i)) % 3;
            fills[i] = Fill(order, signedOrder(fate == 1 ? EVE_KEY : ALICE_KEY, order), FEE, none(), 1);
            if (fate == 2) cancelOne(order.key.salt);
            isDue[i] = fate == 0 && left >= due(price);
            if (isDue[i]) (left, isAny) = (left - due(price), true);
        }
        vm.prank(bob);
        try exchange.sweep{value: value}(fills, address(0), 1) returns (bool[] memory done) {
            for (uint256 i; i < 3; ++i) {
                if (done[i] != isDue[i]) wasWrong = true;
                if (done[i]) ++itemsDue;
                if (done[i]) book(price);
            }
        } catch {
            if (isAny) wasWrong = true;
        }
    }

    function cancelOne(uint256 salt) private {
        uint256[] memory words = new uint256[](1);
        uint256[] memory masks = new uint256[](1);
        (words[0], masks[0]) = (salt >> 8, 1 << (salt & 255));
        vm.prank(alice);
        exchange.cancelMany(words, masks);
    }

    function byContract(uint256 price, bool isHers) external {
        Order memory order = sale(address(wallet), bound(price, 1, 1e15));
        Sig memory sig = signedOrder(isHers ? ALICE_KEY : EVE_KEY, order);
        vm.prank(bob);
        try exchange.exchange{value: due(order.buying)}(
            order, abi.encodePacked(sig.r, sig.s, sig.v), FEE, none(), 1, address(0)
        ) {
            if (!isHers) wasWrong = true;
            ++itemsDue;
            book(order.buying);
        } catch {
            if (isHers) wasWrong = true;
        }
    }

    function byRegistration(uint256 price, bool isRegistered) external {
        Order memory order = sale(alice, bound(price, 1, 1e15));
        if (isRegistered) {
            vm.prank(alice);
            exchange.register(order);
        }
        vm.prank(bob);
        try exchange.exchange{value: due(order.buying)}(order, none(), FEE, none(), 1, address(0)) {
            if (!isRegistered) wasWrong = true;
            ++itemsDue;
            book(order.buying);
        } catch {
            if (isRegistered) wasWrong = true;
        }
    }

    /// Number `minted + 1` of the official collection, of which Bob buys one of two.
    function unminted(uint256 price, bool isAllowed) external {
        Order memory order = sale(alice, bound(price, 1, 1e15));
        order.key.sellAsset = Asset(address(editions), minted + 1, 5);
        SettlementVoucher memory voucher = SettlementVoucher(new Fee[](1), "/x", 2, block.timestamp, none());
        voucher.fees[0] = Fee(address(creator), 500);
        bytes32 digest = editions.settlementMintDigest(address(exchange), minted + 1, alice, voucher);
        Sig memory sig = signedOrder(ALICE_KEY, order);
        voucher.sig = signed(isAllowed ? MINER_KEY : EVE_KEY, digest);
        bytes memory packed = abi.encode(voucher.fees, voucher.uri, voucher.supply, voucher.deadline, voucher.sig);
        vm.prank(bob);
        try exchange.exchange{value: due(order.buying)}(order, sig, FEE, none(), 1, address(0), packed) {
            if (!isAllowed) wasWrong = true;
            ++minted;
            book(order.buying);
        } catch {
            if (isAllowed) wasWrong = true;
        }
    }

    function setMood(uint256 mood) external {
        creator.set(Mood(bound(mood, 0, 3)));
    }

    /// The creator accepts, or tries to take coin that is not its own, whenever it is paid.
    function reenter(bool isOn) external {
        creator.reenter(isOn ? exchange : IFullExchange(address(0)), abi.encodeCall(exchange.withdraw, ()));
    }

    function withdraw() external {
        try exchange.withdraw() {
            feesKept = 0;
        } catch {
            if (feesKept != 0) wasWrong = true;
        }
    }
}
