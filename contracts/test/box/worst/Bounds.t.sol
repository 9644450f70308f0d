// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {IBalance} from "../../base/BoxBase.sol";
import {PlainERC1155} from "../../base/PlainTokens.sol";
import {BurningOldToken} from "./Burners.sol";
import {WorstBase} from "./WorstBase.sol";

/// @notice The reveal operator sends the gas of `revealGas` and REFUND_GAS (`packages/protocol/src/box-gas.ts`), never an estimate:
/// here each shape of `vectors/box-gas.json` is drawn, and each kind of money refunded, with exactly that much.
contract BoundsTest is WorstBase {
    uint256 private constant INTRINSIC = 21_000;
    uint256 private constant STOCK = 60_000;

    enum Prizes {
        Held,
        Minted,
        OldTokens,
        ManyCollections
    }

    struct Shape {
        uint256 boxes;
        uint256 opening;
        uint256 kinds;
        uint256 copies;
        bool repeat;
        uint256 gas;
    }

    string private json;
    BurningOldToken private old;
    bool private isSilent;
    PlainERC1155[] private many;

    function setUp() public override {
        super.setUp();
        json = vm.readFile("packages/protocol/vectors/box-gas.json");
        old = new BurningOldToken(address(box));
        buyer.setCalm(true);
        multi.give(address(buyer), 9, STOCK * CHEAP);
        buyer.act(address(multi), abi.encodeCall(multi.setApprovalForAll, (address(proxy), true)));
    }

    function shapeAt(uint256 index) private view returns (bool isThere, Shape memory shape) {
        string memory place = string.concat(".reveals[", vm.toString(index), "]");
        if (!vm.keyExistsJson(json, place)) return (false, shape);
        shape.boxes = vm.parseJsonUint(json, string.concat(place, ".boxes"));
        shape.opening = vm.parseJsonUint(json, string.concat(place, ".opening"));
        shape.kinds = vm.parseJsonUint(json, string.concat(place, ".kinds"));
        shape.copies = vm.parseJsonUint(json, string.concat(place, ".copies"));
        shape.repeat = vm.parseJsonBool(json, string.concat(place, ".repeat"));
        shape.gas = vm.parseJsonUint(json, string.concat(place, ".gas"));
        return (true, shape);
    }

    /// @dev Without copies: one of each kind, and all the others of the last.
    function seriesOf(Shape memory shape, Prizes prize, Asset memory money) private returns (BoxOrder memory order) {
        bool isUneven = shape.copies == 0;
        order = series(shape.kinds, isUneven ? 1 : shape.copies, shape.opening, prize == Prizes.Minted, money);
        order.repeat = shape.repeat;
        if (isUneven) {
            uint256 last = STOCK - shape.kinds + 1;
            order.assetAmounts[shape.kinds - 1] = last;
            order.buying = STOCK / shape.opening * CHEAP;
            multi.give(address(seller), 999 + shape.kinds, last);
        }
        for (uint256 i; prize > Prizes.Minted && i < shape.kinds; ++i) {
            if (prize == Prizes.OldTokens) {
                order.key.sellAssets[i] = Asset(address(old), order.key.salt * 1000 + i, 4);
                old.give(address(seller), order.key.salt * 1000 + i);
            } else {
                order.key.sellAssets[i] = Asset(address(many[i]), 1, 2);
                many[i].give(address(seller), 1, order.assetAmounts[i]);
            }
        }
    }

    /// @dev Of each kind one that is kept or, by a calm buyer, delivered, with the gas that the operator sends.
    function drawAll(Prizes prize, Asset memory money, bool isCalm) private {
        uint256 count;
        for (;; ++count) {
            (bool isThere, Shape memory shape) = shapeAt(count);
            if (!isThere) break;
            if (prize == Prizes.OldTokens && shape.copies != 1) continue;
            burning.burnFrom(address(0));
            seller.setCalm(true);
            old.setSilent(false);
            BoxOrder memory order = seriesOf(shape, prize, money);
            order.key.salt = 100 + count;
            bytes32 id = registeredBySeller(order);
            openedByBuyer(order, id, shape.boxes);
            buyer.setCalm(isCalm);
            old.setSilent(isSilent);
            mine(2);
            box.reveal{gas: shape.gas - INTRINSIC}(id, preimage(0));
            string memory what = string.concat("shape ", vm.toString(count));
            vm.assertLe(vm.lastCallGas().gasTotalUsed, shape.gas, what);
            vm.assertEq(box.boxOf(id).pending, 0, what);
            uint256 drawn = shape.boxes * shape.opening;
            vm.assertEq(waiting(id, shape.kinds), isCalm ? 0 : drawn, what);
            vm.assertEq(stockOf(order) - left(id), drawn, what);
        }
        vm.assertGe(count, 25, "shapes");
    }

    function waiting(bytes32 id, uint256 kinds) private view returns (uint256 sum) {
        for (uint256 kind; kind < kinds; ++kind) {
            sum += box.kept(id, address(buyer), kind);
        }
    }

    function left(bytes32 id) private view returns (uint256) {
        return sumOf(box.leftOf(id));
    }

    function stockOf(BoxOrder memory order) private pure returns (uint256) {
        return sumOf(order.assetAmounts);
    }

    function sumOf(uint256[] memory all) private pure returns (uint256 sum) {
        for (uint256 i; i < all.length; ++i) {
            sum += all[i];
        }
    }

    /// forge-config: default.isolate = true
    function test_F3_WhenTheBuyerBurnsItsGas() public {
        drawAll(Prizes.Held, coin(), false);
    }

    /// forge-config: default.isolate = true
    function test_F3_WhenMintedPrizesAndThePayTokenBurnToo() public {
        drawAll(Prizes.Minted, Asset(address(burning), 0, 1), false);
    }

    /// forge-config: default.isolate = true
    function test_F3_WhenOldTokensBurnTheirApprovals() public {
        drawAll(Prizes.OldTokens, coin(), false);
    }

    /// forge-config: default.isolate = true
    function test_WhenOldTokensBurnWhenTheyAreAskedForTheirOwner() public {
        isSilent = true;
        drawAll(Prizes.OldTokens, coin(), false);
    }

    /// forge-config: default.isolate = true
    function test_F3_WhenEachKindIsOfAnotherCollection() public {
        for (uint256 i; i < 100; ++i) {
            many.push(new PlainERC1155());
            seller.act(address(many[i]), abi.encodeCall(multi.setApprovalForAll, (address(proxy), true)));
        }
        drawAll(Prizes.ManyCollections, Asset(address(burning), 0, 1), false);
    }

    /// forge-config: default.isolate = true
    function test_F3_WhenTicketsPay() public {
        drawAll(Prizes.Held, ticket(), false);
    }

    /// forge-config: default.isolate = true
    function test_WhenTheBuyerIsCalm() public {
        drawAll(Prizes.Held, coin(), true);
        uint256 before = IBalance(address(prizes)).balanceOf(address(buyer));
        drawAll(Prizes.Minted, coin(), true);
        vm.assertGe(IBalance(address(prizes)).balanceOf(address(buyer)), before + 1000, "minted to it");
    }

    /// forge-config: default.isolate = true
    function test_WhenTheRefundedBuyerBurnsItsGas() public {
        uint256 bound = vm.parseJsonUint(json, ".refund");
        Asset[3] memory moneys = [coin(), Asset(address(burning), 0, 1), ticket()];
        for (uint256 i; i < 3; ++i) {
            buyer.setCalm(true);
            burning.burnFrom(address(0));
            BoxOrder memory order = series(100, 1, 1, true, moneys[i]);
            order.key.salt = 10 + i;
            bytes32 id = registeredBySeller(order);
            openedByBuyer(order, id, 100);
            buyer.setCalm(false);
            vm.warp(vm.getBlockTimestamp() + 30 minutes);
            uint256 balance = address(box).balance;
            box.refund{gas: bound - INTRINSIC}(id);
            vm.assertEq(box.boxOf(id).pending, 0, "refunded");
            if (i == 0) vm.assertEq(box.claimable(address(buyer)), 202.5 gwei, "price, fee and bond in coin");
            if (i == 1) vm.assertEq(box.claimableTokens(address(burning), address(buyer)), 202.5 gwei, "in the token");
            if (i == 2) vm.assertEq(box.kept(id, address(buyer), 255), 100 * CHEAP, "the tickets");
            vm.assertEq(address(box).balance, balance, "coin waits here");
        }
        vm.assertEq(box.claimable(address(buyer)), 302.5 gwei, "and the bond of the tickets");
    }
}
