// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Box, BoxKey, BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IFullBlindBox} from "../../../src/box/IFullBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {Test} from "../../base/Test.sol";
import {KittyToken} from "../findings/KittyToken.sol";

/// @notice A seller and a buyer of another series beside the handler's: its prizes are of type 4, by a token that asks its owner for
/// approvals, that anybody pauses, and that refuses by a revert or in silence, by mood.
contract KittyActors is Test {
    uint256 private constant PRICE = 1 ether;
    uint256 private constant DUE = 1.025 ether;
    uint256 private constant CHAIN = 64;
    uint256 public constant STOCK = 60;
    address private constant SELLER = address(0xDA4);
    address private constant BUYER = address(0xE214);
    address private constant THIEF = address(0x7413F);

    IFullBlindBox private box;
    bytes32 private id;
    bytes32[] private words;
    /// @dev The request that the present chain begins with.
    uint256 private first;
    KittyToken public kitties = new KittyToken();
    /// @notice Platform fees of its draws, withdrawn ones included.
    uint256 public fees;
    bool public wasWrong;

    constructor(IFullBlindBox box_, uint256 end) {
        box = box_;
        bytes32 word = keccak256("kitties");
        for (uint256 i; i < CHAIN; ++i) {
            words.push(word);
            word = keccak256(abi.encode(word));
        }
        BoxOrder memory order = series(end);
        address proxy = box.transferProxy();
        for (uint256 i; i < STOCK; ++i) {
            kitties.give(SELLER, i);
            vm.prank(SELLER);
            kitties.approve(proxy, i);
        }
        vm.deal(SELLER, 1e6 ether);
        vm.deal(BUYER, 1e6 ether);
        vm.startPrank(SELLER);
        id = box.register(order, word, CHAIN, PRICE);
        box.depositBond{value: 100 ether}(id, 100 ether);
        vm.stopPrank();
    }

    function series(uint256 end) private view returns (BoxOrder memory) {
        Asset[] memory kinds = new Asset[](STOCK);
        uint256[] memory amounts = new uint256[](STOCK);
        for (uint256 i; i < STOCK; ++i) {
            kinds[i] = Asset(address(kitties), i, 4);
            amounts[i] = 1;
        }
        BoxKey memory key = BoxKey(SELLER, 98, kinds, Asset(address(0), 0, 0));
        return BoxOrder(key, 1, false, 1_800_000_000, end, STOCK * PRICE, amounts, 250, new string[](STOCK));
    }

    function pauseKitties(uint256 seed) external {
        kitties.pause(seed % 3 == 0);
        kitties.setSilent(seed % 2 == 0);
    }

    /// @notice Registers a kitty that it does not have, also one that lies here.
    function stealKitty(uint256 kitty) external {
        BoxOrder memory order = series(block.timestamp + 1 days);
        (order.key.owner, order.key.sellAssets, order.assetAmounts, order.uris) = (THIEF, new Asset[](1), new uint256[](1), new string[](1));
        (order.key.sellAssets[0], order.assetAmounts[0], order.buying) = (Asset(address(kitties), kitty % STOCK, 4), 1, PRICE);
        vm.prank(THIEF);
        try box.register(order, bytes32(uint256(1)), 1, PRICE) {
            wasWrong = true;
        } catch {}
    }

    function openKitties(uint256 seed) external {
        uint256 boxes = 1 + seed % 4;
        vm.prank(BUYER);
        try box.open{value: boxes * DUE}(id, boxes) {} catch {}
    }

    function revealKitties() external {
        Box memory its = box.boxOf(id);
        uint256 boxes = box.requestOf(id, its.head).boxes;
        if (its.head - first >= CHAIN) return;
        uint256 before = kitties.balanceOf(BUYER);
        try box.reveal(id, words[CHAIN - 1 - (its.head - first)]) {
            fees += boxes * 0.05 ether;
            if (kitties.balanceOf(BUYER) != before + (kitties.isPaused() ? 0 : boxes)) wasWrong = true;
        } catch {}
    }

    function refundKitties() external {
        try box.refund(id) {} catch {}
    }

    function commitKitties() external {
        Box memory its = box.boxOf(id);
        uint256 missed = box.missedOf(id);
        bytes32 withheld = missed == 0 ? bytes32(0) : words[CHAIN - (its.head - first)];
        vm.prank(SELLER);
        try box.commit(id, withheld, keccak256(abi.encode(words[CHAIN - 1])), CHAIN) {
            first = its.next;
        } catch {
            if (its.pending == 0) wasWrong = true;
        }
    }

    /// @notice Anybody, with any gas.
    function starveKitty(uint256 kind, uint256 gas) external {
        kind %= STOCK;
        uint256 waiting = box.kept(id, BUYER, kind);
        if (waiting == 0) return;
        try box.collect{gas: 30_000 + gas % 200_000}(id, kind, 1, BUYER, BUYER) {
            if (kitties.ownerOf(kind) != BUYER) wasWrong = true;
        } catch {
            if (box.kept(id, BUYER, kind) != waiting) wasWrong = true;
        }
    }

    function collectKitty(uint256 kind) external {
        kind %= STOCK;
        if (box.kept(id, BUYER, kind) == 0) return;
        vm.prank(BUYER);
        try box.collect(id, kind, 1, BUYER, BUYER) {
            if (kitties.isPaused()) wasWrong = true;
        } catch {
            if (!kitties.isPaused()) wasWrong = true;
        }
    }

    /// @notice Coin that lies in the box for this series, but for fees.
    function held() external view returns (uint256) {
        Box memory its = box.boxOf(id);
        return its.bond + its.pending * DUE;
    }

    /// @notice Prizes that wait for a draw, or for the buyer.
    function here() public view returns (uint256 sum) {
        uint256[] memory left = box.leftOf(id);
        for (uint256 kind; kind < STOCK; ++kind) {
            sum += left[kind] + box.kept(id, BUYER, kind);
        }
    }

    function given() external view returns (uint256) {
        return kitties.balanceOf(BUYER);
    }
}
